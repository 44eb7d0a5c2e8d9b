import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { columnsOf, pagesOf, type LabelSize } from './label-sizes.ts'
import { usePrintedAlone } from './use-printed-alone.ts'

type Props = {
  size: LabelSize
  labels: readonly { key: string; label: ReactNode }[]
  /** Places of the first page that are used up. */
  used: number
  /** These are printed, and no others that stand on the page. */
  alone?: boolean
}

/** What is printed instead of the page: labels, each at its place to the millimetre. Nothing of it stands on a screen. */
export function LabelSheets({ size, labels, used, alone = false }: Props) {
  const [width, height] = size.page
  const { label: own, margin = [0, 0], gap = [0, 0] } = size
  const printed = alone ? '[data-sheets="alone"]' : '[data-sheets]'
  usePrintedAlone(`size: ${width}mm ${height}mm; margin: 0`, printed)
  return createPortal(
    <div data-sheets={alone ? 'alone' : ''} className="hidden print:block">
      {pagesOf(labels, size, used).map((places, at) => (
        <div
          // oxlint-disable-next-line react/no-array-index-key -- a page is nothing but its place
          key={at}
          className="grid content-start justify-start overflow-hidden break-after-page last:break-after-auto"
          style={{
            width: `${width}mm`,
            height: `${height}mm`,
            padding: `${margin[1]}mm ${margin[0]}mm`,
            gap: `${gap[1]}mm ${gap[0]}mm`,
            gridTemplateColumns: `repeat(${columnsOf(size)}, ${own[0]}mm)`,
          }}
        >
          {places.map((label, place) => (
            <div
              // oxlint-disable-next-line react/no-array-index-key -- as is a place on it
              key={place}
              data-label={label?.key}
              className="overflow-hidden"
              style={{ width: `${own[0]}mm`, height: `${own[1]}mm` }}
            >
              {label?.label}
            </div>
          ))}
        </div>
      ))}
    </div>,
    document.body,
  )
}
