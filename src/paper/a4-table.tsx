import type { ReactNode } from 'react'

const head = 'border-b border-paper-ink py-[1.5mm] ps-[2mm] first:ps-0 font-semibold text-paper-muted align-bottom'
/** How a cell of a table looks on paper. */
export const paperCell = 'border-b border-paper-rule py-[2mm] ps-[2mm] first:ps-0 align-top'
/** The same for figures, which stand below one another. */
export const paperFigure = 'text-end whitespace-nowrap'

type PaperHeading = { label: string; isAmount?: boolean | undefined }

/** The row of headings; the column at `wide` takes what the others leave. */
export function PaperHeadings({ columns, wide }: { columns: readonly PaperHeading[]; wide?: number }) {
  return (
    <tr>
      {columns.map(({ label, isAmount }, at) => (
        <th key={label} className={`${head} ${isAmount ? paperFigure : 'text-start'} ${at === wide ? 'w-full' : ''}`}>
          {label}
        </th>
      ))}
    </tr>
  )
}

/** What stands at the foot of a page. */
export const PaperLine = ({ start, end }: { start: ReactNode; end: ReactNode }) => (
  <p className="flex justify-between border-t border-paper-rule pt-[2mm] text-[8pt] text-paper-muted">
    <span>{start}</span>
    <span>{end}</span>
  </p>
)

/** What a page begins with: whose it is and what it is; on the first page in big. */
export function PaperTitle(props: {
  house: string
  title: string
  text?: ReactNode
  facts?: ReactNode
  small?: boolean
}) {
  const { house, title, text, facts, small } = props
  if (small)
    return (
      <p className="mb-[5mm] flex justify-between gap-[8mm] border-b border-paper-rule pb-[3mm]">
        <span className="font-semibold wrap-anywhere">{house}</span>
        <span className="wrap-anywhere">{title}</span>
      </p>
    )
  return (
    <header className="mb-[5mm] flex items-start justify-between gap-[8mm] border-b border-paper-rule pb-[4mm]">
      <div className="min-w-0 wrap-anywhere">
        <p className="text-paper-muted">{house}</p>
        <p className="text-[16pt] leading-tight font-semibold">{title}</p>
        {text && <p className="text-paper-muted">{text}</p>}
      </div>
      <div className="text-end">{facts}</div>
    </header>
  )
}
