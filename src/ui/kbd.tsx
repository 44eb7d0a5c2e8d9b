import { clsx } from 'clsx'

/** Keys as they are pressed: "Ctrl K". */
export function Kbd({ keys, className }: { keys: string; className?: string | undefined }) {
  return (
    <kbd
      dir="ltr"
      className={clsx(
        'inline-grid h-5 min-w-5 shrink-0 place-items-center rounded-1 border bg-surface-sunken px-1 font-sans text-10 leading-none font-medium whitespace-nowrap text-muted',
        className,
      )}
    >
      {keys}
    </kbd>
  )
}
