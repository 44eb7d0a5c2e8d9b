import { useEffectEvent, useLayoutEffect, startTransition, useRef, useState, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import { guessed, placesOf, withMeasured, type Places } from './row-heights.ts'

/** A row to draw, and the empty space before it that stands for rows out of sight. */
export type DrawnRow = { index: number; gap: number }

type Options = {
  /** What the rows stand in, each with its `data-index`. */
  list: RefObject<HTMLElement | null>
  count: number
  /** About how high a row is. */
  height: number
  /** Fewer rows than this are all drawn: find in page and print work then. */
  above: number
  keyOf: (index: number) => number
  /** Rows that stay although out of sight: the focused, the edited, the dragged one. */
  keep: readonly number[]
  /** What the rows scroll in; the page, unless given. */
  box?: RefObject<HTMLElement | null>
}

/**
 * Rows drawn beyond the edges of the window, ahead of time and beside everything else: so many at once that the page is not laid
 * out at each turn of the wheel. Who is faster than that has LEAST of them drawn in the frame that shows them.
 */
const SPARE = 12
const TOGETHER = 8
const LEAST = 1

type Range = { from: number; to: number }

/** The first and the last row that the window shows, or the box that they scroll in. */
function inSight(list: HTMLElement, box: HTMLElement | null | undefined, { rowAt }: Places): Range {
  const above = (box?.getBoundingClientRect().top ?? 0) - list.getBoundingClientRect().top
  return { from: rowAt(above), to: rowAt(above + (box?.clientHeight ?? window.innerHeight)) }
}

const around = ({ from, to }: Range, spare: number, count: number): Range => ({
  from: Math.max(0, from - spare),
  to: Math.min(count, to + 1 + spare),
})

/** With those rows as well; only those, where they are somewhere else. */
const stretched = (drawn: Range, least: Range): Range =>
  drawn.to < least.from || drawn.from > least.to
    ? least
    : { from: Math.min(drawn.from, least.from), to: Math.max(drawn.to, least.to) }

/**
 * Rows that move are not asked what lies under the pointer: each answer would restyle them. What lies over them takes it instead
 * (styles.css): said of the rows themselves it would restyle all that is in them, twice for each turn of the wheel. In ms after the
 * last movement.
 */
const STILL = 100
const stills = new WeakMap<HTMLElement, ReturnType<typeof setTimeout>>()

function keepPointerOff(rows: HTMLElement | null) {
  if (!rows) return
  clearTimeout(stills.get(rows))
  if (rows.dataset.moving !== 'yes') rows.dataset.moving = 'yes'
  stills.set(
    rows,
    setTimeout(() => (rows.dataset.moving = 'no'), STILL),
  )
}

/** Only the rows in sight, however many there are, while the page or their box scrolls. */
export function useVirtualRows({ list, count, height, above, keyOf, keep, box }: Options) {
  const virtual = count > above
  const [known, setKnown] = useState(() => guessed(height))
  const heights = known.guess === height ? known : guessed(height)
  const places = placesOf(virtual ? count : 0, heights, keyOf)
  // `ahead` comes in its own time. Until then `seen` is what has to be there at once.
  const [{ ahead, seen }, setDrawn] = useState<{ ahead: Range; seen: Range | null }>(() => ({
    ahead: { from: 0, to: Math.ceil(window.innerHeight / height) },
    seen: null,
  }))
  const drawn = seen ? stretched(ahead, seen) : ahead

  const asked = useRef(ahead)
  const look = useEffectEvent((places: Places, draw: (change: () => void) => void) => {
    if (!virtual || !list.current) return
    const sight = inSight(list.current, box?.current, places)
    // Drawn in the frame that shows it, so that nobody ever scrolls into nothing.
    const least = around(sight, LEAST, count)
    if (drawn.from > least.from || drawn.to < least.to) draw(() => setDrawn(now => ({ ...now, seen: least })))
    // Those that come next are drawn beside everything else, so that no frame waits for them.
    const wanted = around(sight, SPARE, count)
    const { from, to } = asked.current
    if (Math.max(Math.abs(from - wanted.from), Math.abs(to - wanted.to)) < TOGETHER) return
    asked.current = wanted
    startTransition(() => setDrawn({ ahead: wanted, seen: null }))
  })
  const measure = useEffectEvent((entries: readonly ResizeObserverEntry[], isAll: boolean) => {
    const sizes = entries.flatMap(({ target, borderBoxSize }) => {
      const index = Number((target as HTMLElement).dataset.index)
      const size = borderBoxSize[0]?.blockSize ?? 0
      return target.isConnected && size > 0 && index < count ? [{ key: keyOf(index), size }] : []
    })
    const next = withMeasured(heights, sizes, isAll)
    if (next !== heights) setKnown(next)
  })

  const moved = useEffectEvent(() => keepPointerOff(list.current))
  useLayoutEffect(() => {
    if (!virtual) return
    const see = () => {
      // In a box a card may be pressed that comes into sight with the press.
      if (!box) moved()
      look(places, flushSync)
    }
    const scroller: EventTarget = box?.current ?? window
    scroller.addEventListener('scroll', see, { passive: true })
    window.addEventListener('resize', see)
    return () => {
      scroller.removeEventListener('scroll', see)
      window.removeEventListener('resize', see)
    }
  }, [virtual, places, box])

  const rows: DrawnRow[] = []
  let end = 0
  const add = (index: number) => {
    const start = places.startOf(index)
    rows.push({ index, gap: Math.max(0, start - end) })
    end = places.startOf(index + 1)
  }
  const from = virtual ? Math.min(drawn.from, count) : 0
  const to = virtual ? Math.min(drawn.to, count) : count
  const kept = virtual ? [...new Set(keep)].sort((a, b) => a - b) : []
  for (const index of kept) if (index < from) add(index)
  for (let index = from; index < to; index += 1) add(index)
  for (const index of kept) if (index >= to) add(index)
  const after = virtual ? Math.max(0, places.startOf(count) - end) : 0

  // Other rows, or rows of another height, may have come under the window.
  useLayoutEffect(() => look(places, change => change()), [places])

  useLayoutEffect(() => {
    if (!virtual || !list.current || typeof ResizeObserver === 'undefined') return
    const watched = new Set<Element>()
    const observer = new ResizeObserver(entries => measure(entries, entries.length === watched.size))
    const watch = () => {
      for (const row of watched)
        if (!row.isConnected) {
          observer.unobserve(row)
          watched.delete(row)
        }
      for (const row of list.current?.children ?? [])
        if ((row as HTMLElement).dataset.index !== undefined && !watched.has(row)) {
          observer.observe(row)
          watched.add(row)
        }
    }
    watch()
    const changes = new MutationObserver(watch)
    changes.observe(list.current, { childList: true })
    return () => {
      changes.disconnect()
      observer.disconnect()
    }
  }, [virtual, list])

  return { rows, after, from, to }
}
