import { clsx } from 'clsx'

/** A turning ring. Without a label it is decoration: say beside it what is going on. */
export function Spinner({ label, className }: { label?: string | undefined; className?: string | undefined }) {
  const ring = (
    <span
      aria-hidden="true"
      className={clsx(
        'inline-block size-4 shrink-0 animate-spin rounded-full border-2 border-current border-e-transparent',
        className,
      )}
    />
  )
  if (!label) return ring
  return (
    <span role="status" className="inline-flex items-center gap-2">
      {ring}
      <span className="sr-only">{label}</span>
    </span>
  )
}
