import type { Layout } from './theme.ts'

type Box = readonly [x: number, y: number, width: number, height: number]
type Drawing = { frames?: readonly Box[]; bars: readonly Box[]; page: readonly Box[] }

const lines = (x: number, y: number, width: number, count: number, step = 7): Box[] =>
  Array.from({ length: count }, (_, at) => [x, y + at * step, width, 3] as const)

// In 96 × 56: frames are edges, bars are navigation, page is what is read.
const drawings: Record<Layout, Drawing> = {
  collapsibleSide: {
    frames: [
      [0, 0, 24, 56],
      [24, 0, 72, 11],
    ],
    bars: lines(5, 16, 14, 4),
    page: [
      [31, 18, 24, 4],
      [31, 27, 58, 22],
    ],
  },
  stackedSide: {
    frames: [
      [0, 0, 11, 56],
      [11, 0, 25, 56],
      [36, 0, 60, 11],
    ],
    bars: [...lines(3, 14, 5, 4, 9), ...lines(16, 16, 15, 3)],
    page: [
      [43, 18, 20, 4],
      [43, 27, 46, 22],
    ],
  },
  topBarClassic: {
    frames: [[0, 0, 96, 13]],
    bars: [
      [6, 5, 8, 3],
      [22, 5, 11, 3],
      [38, 5, 11, 3],
      [54, 5, 11, 3],
    ],
    page: [
      [14, 20, 24, 4],
      [14, 29, 68, 21],
    ],
  },
  framelessSide: {
    frames: [[25, 4, 67, 48]],
    bars: lines(6, 12, 14, 5),
    page: [
      [32, 12, 20, 4],
      [32, 22, 53, 23],
    ],
  },
  contentOverlay: {
    frames: [[0, 0, 96, 11]],
    bars: [[5, 4, 7, 3]],
    page: [
      [7, 18, 24, 4],
      [7, 27, 82, 22],
    ],
  },
  blank: {
    bars: [],
    page: [
      [12, 10, 24, 4],
      [12, 20, 72, 28],
    ],
  },
}

/** A layout as a small drawing. Right-to-left turns it round as it turns the layout. */
export function LayoutDrawing({ of }: { of: Layout }) {
  const { frames = [], bars, page } = drawings[of]
  return (
    <svg viewBox="0 0 96 56" aria-hidden="true" className="w-full rounded-2 border bg-bg rtl:-scale-x-100">
      {frames.map(box => (
        <rect key={box.join()} {...sides(box)} className="fill-surface stroke-line-strong" />
      ))}
      {page.map(box => (
        <rect key={box.join()} {...sides(box)} rx="1.5" className="fill-line-strong" />
      ))}
      {bars.map(box => (
        <rect key={box.join()} {...sides(box)} rx="1.5" className="fill-primary" />
      ))}
    </svg>
  )
}

const sides = ([x, y, width, height]: Box) => ({ x, y, width, height })
