import { clsx } from 'clsx'

/** "ORD-2026-002311", "INV/26-27/00311": the prefix steps back, the digits that people read aloud stand. */
export function RecordNumber({ number, className }: { number: string; className?: string | undefined }) {
  const cut = number.search(/[^/-]*$/)
  return (
    <span className={clsx('ltr font-semibold whitespace-nowrap text-ink', className)}>
      {cut > 0 && (
        <span data-prefix="" className="font-normal text-subtle">
          {number.slice(0, cut)}
        </span>
      )}
      {number.slice(cut)}
    </span>
  )
}
