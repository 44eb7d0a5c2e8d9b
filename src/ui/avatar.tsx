import { clsx } from 'clsx'
import { initials } from '../lib/format.ts'

export type AvatarProps = {
  name: string
  /** The signed-in person. */
  me?: boolean | undefined
  size?: 'sm' | 'lg' | undefined
  /** The name is written beside it, so it need not be read out twice. */
  decorative?: boolean | undefined
  className?: string | undefined
}

export function Avatar({ name, me, size = 'sm', decorative, className }: AvatarProps) {
  return (
    <span
      role={decorative ? undefined : 'img'}
      aria-hidden={decorative}
      aria-label={decorative ? undefined : name}
      title={decorative ? undefined : name}
      className={clsx(
        'inline-grid shrink-0 place-items-center rounded-full leading-none font-semibold tracking-caps select-none',
        size === 'lg' ? 'size-8 text-10' : 'size-6 text-[10px]',
        me ? 'bg-primary-subtle text-accent-text' : 'bg-surface-pressed text-muted',
        className,
      )}
    >
      {initials(name)}
    </span>
  )
}
