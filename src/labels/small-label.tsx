import type { ReactNode } from 'react'
import { CodeImage } from '#src/paper/code-image.tsx'
import { bars, square } from '#src/paper/codes.ts'
import { AROUND, fitsAcross, moduleOf, moduleWithin, type Dpi, type LabelSize } from '#src/paper/label-sizes.ts'

/** Of the label's edge, and between what stands on it, in mm. */
const EDGE = 1
/** How high bars are: a gun reads them across the label, and not from afar. In mm. */
const BARS = 5.5
/** A lower label has no room for bars below its square code, in mm. */
const LEAST = 24

type Props = {
  size: LabelSize
  dpi: Dpi
  /** The address that the square code says. */
  code: string
  /** What the bars say, where they fit; people read it beside the code all the same. */
  said: string
  children: ReactNode
}

/** What sticks to small things and shelves: our code, a few words, and bars where there is room for them. */
export function SmallLabel({ size, dpi, code, said, children }: Props) {
  const [, height] = size.label
  const drawn = height >= LEAST ? bars(said) : null
  const across = drawn && fitsAcross(drawn.width, size, dpi) ? drawn : null
  const qr = square(code)
  const module = moduleWithin(height - 2 * EDGE - (across ? BARS + EDGE : 0), qr.width, dpi)
  return (
    <article
      className="flex size-full flex-col justify-center overflow-hidden bg-paper leading-tight text-paper-ink [print-color-adjust:exact]"
      style={{ fontSize: '2.7mm', gap: `${EDGE}mm`, padding: `${EDGE}mm` }}
    >
      <div className="flex min-h-0 items-center" style={{ gap: `${EDGE}mm` }}>
        {/* The white around it is a part of the code. */}
        <span className="shrink-0" style={{ padding: `${AROUND * module}mm` }}>
          <CodeImage of={qr} module={module} label={code} />
        </span>
        <div className="min-w-0 flex-1 wrap-anywhere">{children}</div>
      </div>
      {across && (
        <span className="grid justify-items-center">
          <CodeImage of={across} module={moduleOf('bar', dpi)} height={BARS} label={said} />
        </span>
      )}
    </article>
  )
}
