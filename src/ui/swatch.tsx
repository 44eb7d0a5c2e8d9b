import { clsx } from 'clsx'

/** A small square in a colour that comes from data. */
export function Swatch({ colour, className }: { colour: string | null | undefined; className?: string | undefined }) {
  return (
    <span
      aria-hidden="true"
      data-solid=""
      className={clsx(
        'inline-block size-4 shrink-0 rounded-[4px]',
        !colour && 'border border-dashed border-control',
        className,
      )}
      style={colour ? { backgroundColor: colour } : undefined}
    />
  )
}
