import { clsx } from 'clsx'

/** A grey bar in place of words. Nothing shows in the first second: data that is here by then never flickers. */
export function Skeleton({ className }: { className?: string | undefined }) {
  return (
    <span aria-hidden="true" className="block animate-late">
      <span
        className={clsx(
          'block h-3 animate-skeleton rounded-[4px] bg-surface-pressed bg-[linear-gradient(90deg,var(--surface-pressed)_30%,var(--surface-hover)_50%,var(--surface-pressed)_70%)] bg-[length:300%_100%]',
          className,
        )}
      />
    </span>
  )
}
