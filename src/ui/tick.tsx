import { clsx } from 'clsx'
import type { Mark } from './mark.ts'

/** The 3 px mark of a module, beside its name. Without a colour it takes that of the part of the page around it. */
export function Tick({ colour, className }: { colour?: Mark | undefined; className?: string | undefined }) {
  return (
    <span
      aria-hidden="true"
      data-mark={colour}
      data-solid=""
      className={clsx('inline-block h-3.5 w-[3px] shrink-0 rounded-[2px] bg-mark', className)}
    />
  )
}
