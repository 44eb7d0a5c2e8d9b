import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { Icon, type IconType } from './icon.tsx'
import type { Size } from './size.ts'
import { Spinner } from './spinner.tsx'

export type BoxProps = {
  size?: Size | undefined
  icon?: IconType | undefined
  /** Words before and after what is typed: a currency sign, a unit. */
  prefix?: ReactNode
  suffix?: ReactNode
  loading?: boolean | undefined
  className?: string | undefined
}

/** The edge around everything that can be typed into or opened. */
export const boxLook =
  'flex w-full min-w-0 items-center gap-2 border border-control bg-surface input-text min-h-control rounded-2 px-input-x text-ink transition-colors motion-1'
export const boxStates =
  'hover:border-muted data-invalid:border-danger data-invalid:inset-ring data-invalid:inset-ring-danger data-disabled:cursor-not-allowed data-disabled:border-line data-disabled:bg-surface-sunken data-disabled:text-disabled'
const focus =
  'has-[input:focus]:border-focus has-[input:focus]:outline-2 has-[input:focus]:-outline-offset-1 has-[input:focus]:outline-focus'

export function ControlBox(props: BoxProps & { invalid: boolean; disabled: boolean; children: ReactNode }) {
  const { size, icon, prefix, suffix, loading, invalid, disabled, className, children } = props
  return (
    <div
      data-control-size={size}
      data-invalid={invalid || undefined}
      data-disabled={disabled || undefined}
      className={clsx(boxLook, boxStates, focus, className)}
    >
      {icon && <Icon of={icon} size="sm" className="text-subtle" />}
      {prefix && <span className="shrink-0 text-subtle">{prefix}</span>}
      {children}
      {suffix && <span className="flex shrink-0 items-center text-subtle">{suffix}</span>}
      {loading && <Spinner />}
    </div>
  )
}

/** The bare input inside a box. */
export const bareInput =
  'w-full min-w-0 flex-1 appearance-none self-stretch bg-transparent text-ellipsis outline-none disabled:cursor-not-allowed [&::-webkit-search-cancel-button]:hidden'
