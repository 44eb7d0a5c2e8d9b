import { useEffectEvent, useLayoutEffect, useState, type RefObject } from 'react'

/** A row to draw, and the empty space before it that stands for rows out of sight. */
export type DrawnRow = { index: number; gap: number }

/** So many rows are all drawn: find in page and print work then. */
const FEW = 100
/** Rows drawn beyond the edges of the window; with fewer than LEAST left, more are drawn. */
const SPARE = 10
const LEAST = 3

/** Which rows are drawn: those from one to another, and the one that the keyboard is in, wherever it is. */
export function drawnRows(range: { from: number; to: number }, count: number, kept: number, height: number) {
  const from = Math.min(range.from, count)
  const to = Math.min(range.to, count)
  const indices = Array.from({ length: to - from }, (_, at) => from + at)
  if (kept >= 0 && kept < from) indices.unshift(kept)
  if (kept >= to && kept < count) indices.push(kept)
  const rows = indices.map((index, at) => ({ index, gap: (index - (indices[at - 1] ?? -1) - 1) * height }))
  return { rows, after: (count - 1 - (indices.at(-1) ?? -1)) * height, from, to }
}

/** The rows that come into the window, by how high one of them is. */
export function rangeIn(top: number, window: number, height: number, count: number) {
  const first = Math.max(0, Math.floor(-top / height))
  const last = Math.min(count, Math.ceil((window - top) / height))
  return { first: Math.min(first, count), last: Math.max(0, last) }
}

/** Only the rows in sight, where there are many and all of them are equally high, while the page scrolls. */
export function useView(body: RefObject<HTMLElement | null>, { count, even, kept }: Options) {
  const isCut = even && count > FEW
  const [drawn, setDrawn] = useState({ from: 0, to: FEW, height: 0 })
  const look = useEffectEvent((draw: (change: () => void) => void) => {
    const height = body.current?.querySelector('[data-index]')?.getBoundingClientRect().height ?? 0
    if (!body.current || height === 0) return
    const { first, last } = rangeIn(body.current.getBoundingClientRect().top, window.innerHeight, height, count)
    const isEnough = drawn.from <= Math.max(0, first - LEAST) && drawn.to >= Math.min(count, last + LEAST)
    if (!isEnough || drawn.height !== height)
      draw(() => setDrawn({ from: Math.max(0, first - SPARE), to: last + SPARE, height }))
  })
  useLayoutEffect(() => {
    if (!isCut) return
    const see = () => look(change => change())
    see()
    window.addEventListener('scroll', see, { passive: true })
    window.addEventListener('resize', see)
    return () => {
      window.removeEventListener('scroll', see)
      window.removeEventListener('resize', see)
    }
  }, [isCut])
  // Rows that came after these may stand in sight.
  useLayoutEffect(() => {
    if (even && count > FEW) look(change => change())
  }, [even, count])
  return drawnRows(isCut ? drawn : { from: 0, to: count }, count, isCut ? kept : -1, drawn.height)
}

type Options = {
  count: number
  even: boolean
  /** The row that stays although it is out of sight: the one that the keyboard is in. */
  kept: number
}
