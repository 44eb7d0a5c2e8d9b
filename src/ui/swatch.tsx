import { clsx } from 'clsx'

/** A small square in a colour that comes from data. Its line keeps white visible on white, and black on black. */
export function Swatch({ colour, className }: { colour: string | null | undefined; className?: string | undefined }) {
  return (
    <span
      aria-hidden="true"
      data-solid=""
      className={clsx(
        'inline-block size-4 shrink-0 rounded-[4px] border border-control',
        !colour && 'border-dashed',
        className,
      )}
      style={colour ? { backgroundColor: colour } : undefined}
    />
  )
}
