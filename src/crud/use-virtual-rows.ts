import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual'
import { useLayoutEffect, useState, type RefObject } from 'react'

/** A row to draw, and the empty space before it that stands for rows out of sight. */
export type DrawnRow = { index: number; gap: number }

type Options = {
  /** What the rows stand in. */
  list: RefObject<HTMLElement | null>
  count: number
  /** The usual height of a row. */
  height: number
  /** Fewer rows than this are all drawn: find in page and print work then. */
  above: number
  keyOf: (index: number) => number
  /** Rows that stay although out of sight: the focused, the edited, the dragged one. */
  keep: readonly number[]
}

/** Only the rows in sight, however many there are, while the page scrolls. */
export function useVirtualRows({ list, count, height, above, keyOf, keep }: Options) {
  'use no memo' // the virtualizer is one object that changes inside
  const [top, setTop] = useState(0)
  const virtual = count > above
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- what stands above may have grown with any render
  useLayoutEffect(() => {
    if (!virtual || !list.current) return
    const now = Math.round(list.current.getBoundingClientRect().top + window.scrollY)
    if (now !== top) setTop(now)
  })
  // oxlint-disable-next-line react/incompatible-library -- which is why nothing here is memoized
  const virtualizer = useWindowVirtualizer({
    count: virtual ? count : 0,
    estimateSize: () => height,
    overscan: 6,
    scrollMargin: top,
    getItemKey: keyOf,
    rangeExtractor: range => [...new Set([...defaultRangeExtractor(range), ...keep])].sort((a, b) => a - b),
  })

  if (!virtual) {
    return {
      rows: Array.from({ length: count }, (_, index): DrawnRow => ({ index, gap: 0 })),
      after: 0,
      measure: noMeasure,
      scrollTo: noScroll,
    }
  }
  let end = top
  const rows = virtualizer.getVirtualItems().map((item): DrawnRow => {
    const gap = Math.max(0, item.start - end)
    end = item.end
    return { index: item.index, gap }
  })
  return {
    rows,
    after: Math.max(0, virtualizer.getTotalSize() + top - end),
    measure: virtualizer.measureElement,
    scrollTo: (index: number) => virtualizer.scrollToIndex(index),
  }
}

const noScroll: (index: number) => void = () => undefined
const noMeasure: (element: Element | null) => void = () => undefined
