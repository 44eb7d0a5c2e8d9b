import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react'
import { rowsOnPages } from '#contract/rows-on-pages.ts'

/** A document of one or more sheets: its head once, the head of its table on each, and what it all comes to at the end. */
export type A4Document = {
  key: string
  /** At the top of the first page. */
  head: ReactNode
  /** At the top of every further page. */
  again: ReactNode
  /** The row of headings. */
  columns: ReactNode
  rows: readonly { key: string; row: ReactNode }[]
  tail: ReactNode
  /** At the foot of each page. */
  foot: (page: number, of: number) => ReactNode
}

/** Where the rows of a document part into pages. */
export type Split = readonly (readonly number[])[]

export const allOnOne = ({ rows }: A4Document): Split => [rows.map((_, at) => at)]

/** A page as it leaves the printer: black on white in every theme, to the millimetre. */
function Sheet({ children }: { children: ReactNode }) {
  return (
    <div
      style={{ width: '210mm', height: '296.8mm', colorScheme: 'light' }}
      className="flex flex-col overflow-hidden bg-paper p-[13mm] text-[9.5pt] leading-[1.4] text-paper-ink"
    >
      {children}
    </div>
  )
}

const tableLook = 'w-full border-collapse text-[8.5pt] tabular-nums'

/** The pages of a document, parted there. */
export const pagesOf = (one: A4Document, split: Split): { key: string; label: ReactNode }[] =>
  split.map((rows, at) => ({
    key: `${one.key}-${at}`,
    label: (
      <Sheet>
        {at === 0 ? one.head : one.again}
        {(rows.length > 0 || at === 0) && (
          <table className={tableLook}>
            <thead>{one.columns}</thead>
            <tbody>{rows.map(row => one.rows[row]?.row)}</tbody>
          </table>
        )}
        {at === split.length - 1 && one.tail}
        <div className="mt-auto">{one.foot(at + 1, split.length)}</div>
      </Sheet>
    ),
  }))

const heightOf = (element: Element | null | undefined) => element?.getBoundingClientRect().height ?? 0

/** Lays the document out once where nobody sees it, and says where its pages end; again when a name has come. */
export function A4Measure({ one, onSplit }: { one: A4Document; onSplit: (split: Split) => void }) {
  const box = useRef<HTMLDivElement>(null)
  const measure = useEffectEvent(() => {
    const part = (name: string) => box.current?.querySelector(`[data-part=${name}]`)
    const [head, again, columns, tail, foot] = ['head', 'again', 'columns', 'tail', 'foot'].map(name =>
      heightOf(part(name)),
    ) as [number, number, number, number, number]
    const heights = [...(part('rows')?.children ?? [])].map(heightOf)
    // A little is left free: what is printed may be rounded up.
    const whole = heightOf(part('room')) - columns - foot - 4
    // Where nothing is laid out nothing is known.
    if (whole <= 0) return
    onSplit(rowsOnPages(heights, { first: whole - head, next: whole - again, tail }))
  })
  useEffect(() => {
    const watch = new ResizeObserver(() => measure())
    for (const part of box.current?.querySelectorAll('[data-part]') ?? []) watch.observe(part)
    measure()
    return () => watch.disconnect()
  }, [])
  return (
    <div ref={box} aria-hidden="true" inert className="invisible absolute h-0 overflow-hidden print:hidden">
      <Sheet>
        <div data-part="room" className="relative min-h-0 flex-1">
          <div className="absolute inset-x-0 top-0">
            <div data-part="head" className="flow-root">
              {one.head}
            </div>
            <div data-part="again" className="flow-root">
              {one.again}
            </div>
            <table className={tableLook}>
              <thead data-part="columns">{one.columns}</thead>
              <tbody data-part="rows">{one.rows.map(({ row }) => row)}</tbody>
            </table>
            <div data-part="tail" className="flow-root">
              {one.tail}
            </div>
            <div data-part="foot" className="flow-root">
              {one.foot(1, 1)}
            </div>
          </div>
        </div>
      </Sheet>
    </div>
  )
}
