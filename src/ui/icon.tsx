import { clsx } from 'clsx'
import type { ComponentType, SVGProps } from 'react'

/** Any icon of lucide-react fits, and so does an own svg component. */
export type IconType = ComponentType<SVGProps<SVGSVGElement>>

type IconProps = {
  of: IconType
  size?: 'xs' | 'sm' | 'md' | 'lg' | 'xl' | undefined
  /** Arrows and other icons with a direction turn round in right-to-left languages. */
  mirrored?: boolean | undefined
  className?: string | undefined
}

const sizes = { xs: 'size-3.5', sm: 'size-icon-sm', md: 'size-icon', lg: 'size-icon-lg', xl: 'size-7' }

/** A picture beside words: never read out. An icon that stands alone belongs into an IconButton with a label. */
export function Icon({ of: Svg, size = 'md', mirrored, className }: IconProps) {
  return (
    <Svg
      aria-hidden="true"
      strokeWidth={1.5}
      className={clsx('shrink-0', sizes[size], mirrored && 'rtl:-scale-x-100', className)}
    />
  )
}
