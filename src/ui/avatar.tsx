import { clsx } from 'clsx'
import { initials } from '../lib/format.ts'

export type AvatarProps = {
  name: string
  /** Their picture; without one the first letters of the name. */
  src?: string | null | undefined
  /** The signed-in person. */
  me?: boolean | undefined
  size?: 'sm' | 'lg' | 'xl' | undefined
  /** The name is written beside it, so it need not be read out twice. */
  decorative?: boolean | undefined
  className?: string | undefined
}

const sizes = { sm: 'size-6 text-[10px]', lg: 'size-8 text-10', xl: 'size-20 text-70' }

export function Avatar({ name, src, me, size = 'sm', decorative, className }: AvatarProps) {
  return (
    <span
      role={decorative ? undefined : 'img'}
      aria-hidden={decorative}
      aria-label={decorative ? undefined : name}
      title={decorative ? undefined : name}
      className={clsx(
        'inline-grid shrink-0 place-items-center overflow-hidden rounded-full leading-none font-semibold tracking-caps select-none',
        sizes[size],
        me ? 'bg-primary-subtle text-accent-text' : 'bg-surface-pressed text-muted',
        className,
      )}
    >
      {src ? <img src={src} alt="" className="size-full object-cover" /> : initials(name)}
    </span>
  )
}
