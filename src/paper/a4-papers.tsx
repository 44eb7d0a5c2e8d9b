import { useLayoutEffect, useRef, useState } from 'react'
import { A4Measure, allOnOne, pagesOf, type A4Document, type Split } from './a4-sheet.tsx'
import { LabelSheets } from './label-sheets.tsx'

const a4 = { page: [210, 297], label: [210, 297], onPage: 1 } as const
/** As wide as a sheet is on a screen: 210 mm at 96 dots an inch. */
const SHEET = (210 / 25.4) * 96
/** Smaller than this nobody can read it: there it scrolls. */
const LEAST = 0.6

/** Documents as they leave the printer, one after the other, each in as many pages as it needs. */
export function A4Papers({ documents }: { documents: readonly A4Document[] }) {
  const [splits, setSplits] = useState<ReadonlyMap<string, Split>>(new Map())
  const { box, zoom } = useFit()
  const pages = documents.flatMap(one => pagesOf(one, splits.get(one.key) ?? allOnOne(one)))
  return (
    <>
      <div ref={box} className="grid justify-center-safe gap-6 overflow-x-auto pb-4">
        {pages.map(({ key, label }) => (
          <article key={key} className="w-fit shadow-2" style={{ zoom }}>
            {label}
          </article>
        ))}
      </div>
      {documents.map(one => (
        <A4Measure key={one.key} one={one} onSplit={split => setSplits(now => new Map(now).set(one.key, split))} />
      ))}
      <LabelSheets size={a4} labels={pages} used={0} />
    </>
  )
}

/** How much smaller a sheet is drawn for the whole of it to be seen. What is printed keeps its size. */
function useFit() {
  const box = useRef<HTMLDivElement>(null)
  const [zoom, setZoom] = useState(1)
  // Before it is drawn: a narrow window never shows a sheet in full size.
  useLayoutEffect(() => {
    const around = box.current
    if (!around) return
    const look = () => {
      if (around.clientWidth > 0) setZoom(Math.max(LEAST, Math.min(1, around.clientWidth / SHEET)))
    }
    look()
    const watch = new ResizeObserver(look)
    watch.observe(around)
    return () => watch.disconnect()
  }, [])
  return { box, zoom }
}
