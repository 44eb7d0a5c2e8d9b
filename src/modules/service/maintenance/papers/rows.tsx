import type { ReactNode } from 'react'
import type { PaperPart } from '#contract/modules/service/job-paper.ts'
import type { A4Document } from '#src/paper/a4-sheet.tsx'
import { paperCell } from '#src/paper/a4-table.tsx'

type Row = A4Document['rows'][number]
/** All rows of these papers have as many columns. */
const ACROSS = 3

const whole = (key: string, className: string, children: ReactNode): Row => ({
  key,
  row: (
    <tr key={key}>
      <td colSpan={ACROSS} className={className}>
        {children}
      </td>
    </tr>
  ),
})

/** What the rows below it are about. */
const heading = (key: string, label: string): Row =>
  whole(key, 'border-b border-paper-ink pt-[5mm] pb-[1mm] font-semibold text-paper-muted', label)

/** Words over the whole width. */
const words = (key: string, text: ReactNode, gaps: string): Row =>
  whole(key, `${gaps} text-[9.5pt] wrap-anywhere`, text)

/** Something across the whole width that is not torn apart. */
export const across = (key: string, children: ReactNode): Row => whole(key, 'py-[2mm]', children)

/** At the end of its row, and as wide as it needs: what is long goes on below itself. */
const atEnd = (text: string, width: string, columns = 1) => (
  <td colSpan={columns} className={`${paperCell} text-end`}>
    <span className={`inline-block w-max ${width} wrap-anywhere`}>{text}</span>
  </td>
)

/** A word, what is said of it, and a figure, which has the room of both where nothing is said. */
const line = (key: string, what: ReactNode, said: string, figure: string): Row => ({
  key,
  row: (
    <tr key={key}>
      <td className={`${paperCell} w-full wrap-anywhere`}>{what}</td>
      {said === '' ? (
        atEnd(figure, 'max-w-[80mm]', ACROSS - 1)
      ) : (
        <>
          {atEnd(said, 'max-w-[55mm]')}
          {atEnd(figure, 'max-w-[40mm]')}
        </>
      )}
    </tr>
  ),
})

/** A heading with its rows; nothing where there are none. */
export const part = (key: string, label: string, rows: readonly Row[]): Row[] =>
  rows.length > 0 ? [heading(key, label), ...rows] : []

/** What the paper says, part by part. */
export const rowsOf = (parts: readonly PaperPart[]): Row[] =>
  parts.flatMap(({ key, label, rows }) =>
    part(
      key,
      label,
      rows.map((row, at) => {
        if (!('words' in row)) return line(row.key, row.what, row.said, row.figure)
        const above = row.goesOn ? '' : 'pt-[2mm]'
        const below = rows[at + 1]?.goesOn ? '' : 'pb-[2mm]'
        return words(row.key, row.words, `${above} ${below}`)
      }),
    ),
  )
