import {
  paperColumns,
  paperHead,
  paperPage,
  paperRows,
  paperTail,
  type Fact,
  type PaperColumn,
  type PaperMeans,
  type PaperNames,
} from '#contract/modules/money/invoice-paper.ts'
import type { Invoice } from '#contract/modules/money/billed.ts'
import { againBlock, BODY, footBlock, SMALL } from '#server/paper/blocks.ts'
import { CONTENT, drawPages } from '#server/paper/pages.ts'
import { beside, empty, MM, paperOf, space, stack, type Block, type Pen, type Style } from '#server/paper/pen.ts'

const TABLE = 8.5
const GAP = 8

/** What an invoice is drawn from: itself, the names that it refers to, and how it speaks. */
export type InvoicePaper = {
  one: Invoice
  names: PaperNames
  nameOf: (product: number) => string | undefined
  means: PaperMeans
  language: string
}

/** An invoice as a file, by the same words and figures as it is printed by from the app. */
export function invoicePdf({ one, names, nameOf, means, language }: InvoicePaper): Promise<Buffer> {
  const head = paperHead(one, means, names)
  const title = `${head.title} ${one.number ?? ''}`.trim()
  const made = new Date(one.issuedAt ?? one.updatedAt)
  return paperOf({ title, author: head.seller.name, language, made }, pen => {
    const rows = paperRows(one, means, nameOf)
    const cells = rows.map(({ at, name, hsn, qty, price, off, taxable, tax, amount, isFees }) =>
      isFees
        ? [name, '', '', '', '', '', taxable, tax, amount]
        : [at, name, hsn, qty, price, off, taxable, tax, amount],
    )
    const columns = paperColumns(one, means)
    const widths = widthsOf(
      pen,
      columns,
      isItem,
      cells.filter((_, row) => !rows[row]!.isFees),
    )
    const tableRow = rowWith(pen, columns, widths)
    const drawn = rows.map(({ isFees, below, rate }, row) =>
      tableRow(cells[row]!, { isFees, below: { ...(below && { 1: below }), 7: rate }, bold: [1] }),
    )
    drawPages(pen, {
      head: headOf(pen, head),
      again: againBlock(pen, head.seller.name, title, 5),
      columns: headingsOf(pen, columns, widths),
      rows: drawn,
      ...tailOf(pen, one, means, names),
      foot: (page, of) => footBlock(pen, one.number ?? '', paperPage(means, page, of)),
    })
  })
}

const isItem = (at: number) => at === 1

function headOf(pen: Pen, head: ReturnType<typeof paperHead>): Block {
  const left = CONTENT * 0.6
  const right = CONTENT - left
  const lines = (texts: readonly (string | null)[], width: number, style: Style) =>
    stack(...texts.filter(Boolean).map(text => pen.text(text!, width, style)))
  const third = (CONTENT - 12 * MM) / 3
  const { seller, billTo, shipTo, facts } = head
  return stack(
    beside(
      {
        at: 0,
        block: stack(
          pen.text(seller.name, left - 8 * MM, { size: 13, bold: true }),
          lines(seller.lines, left - 8 * MM, { size: BODY, muted: true }),
        ),
      },
      {
        at: left,
        block: stack(
          pen.text(head.title, right, { size: 18, bold: true, toEnd: true }),
          lines([head.number], right, { size: BODY, bold: true, toEnd: true }),
          pen.text(head.note, right, { size: BODY, muted: true, toEnd: true }),
        ),
      },
    ),
    space(6 * MM),
    pen.rule(CONTENT),
    space(5 * MM),
    beside(
      {
        at: 0,
        block: stack(
          pen.text(billTo.label, third, { size: SMALL, muted: true }),
          pen.text(billTo.name, third, { size: BODY, bold: true }),
          lines([...billTo.lines, billTo.phone, billTo.taxId], third, { size: BODY }),
        ),
      },
      {
        at: third + 6 * MM,
        block: stack(
          pen.text(shipTo.label, third, { size: SMALL, muted: true }),
          lines(shipTo.lines, third, { size: BODY }),
        ),
      },
      { at: 2 * (third + 6 * MM), block: stack(...facts.map(fact => factOf(pen, fact, third))) },
    ),
    space(5 * MM),
    pen.rule(CONTENT),
    space(5 * MM),
  )
}

const factOf = (pen: Pen, { label, value }: Fact, width: number) =>
  stack(pen.text(label, width, { size: SMALL, muted: true }), pen.text(value, width, { size: BODY, bold: true }))

/** Each column as wide as what stands in it; what is left is that one's which wraps. */
function widthsOf(pen: Pen, columns: readonly PaperColumn[], wraps: (at: number) => boolean, rows: string[][]) {
  const widths = columns.map(({ label }, at) => {
    if (wraps(at)) return 0
    const texts = rows.map(row => pen.widthOf(row[at] ?? '', { size: TABLE }))
    return Math.max(pen.widthOf(label, { size: TABLE, bold: true }), ...texts) + (at === 0 ? 0 : GAP)
  })
  const left = CONTENT - widths.reduce((all, width) => all + width, 0)
  return widths.map((width, at) => (wraps(at) ? left : width))
}

type Look = { isFees?: boolean; below?: Record<number, string>; bold?: number[] }

const rowWith = (pen: Pen, columns: readonly PaperColumn[], widths: readonly number[]) => {
  const starts = widths.map((_, at) => widths.slice(0, at).reduce((all, width) => all + width, 0))
  return (cells: readonly string[], { isFees = false, below = {}, bold = [] }: Look = {}): Block => {
    const parts = cells.map((text, at) => {
      const indent = at === 0 ? 0 : GAP
      // What fees are called reaches over all that they have no figures for.
      const width = isFees && at === 0 ? starts[6]! : widths[at]! - indent
      const style = { size: TABLE, toEnd: columns[at]!.isAmount, bold: bold.includes(at) }
      const under = below[at]
      return {
        at: starts[at]! + indent,
        block: stack(
          pen.text(text, width, style),
          under ? pen.text(under, width, { ...style, size: 7.5, bold: false, muted: true }) : empty,
        ),
      }
    })
    return stack(space(1.5 * MM), beside(...parts), space(1.5 * MM), pen.rule(CONTENT))
  }
}

const headingsOf = (pen: Pen, columns: readonly PaperColumn[], widths: readonly number[]) => {
  const row = rowWith(
    pen,
    columns,
    widths,
  )(
    columns.map(({ label }) => label),
    { bold: columns.map((_, at) => at) },
  )
  return stack(row, pen.rule(CONTENT, { strong: true }))
}

function tailOf(pen: Pen, one: Invoice, means: PaperMeans, names: PaperNames) {
  const { inWords, note, sums, total, told, less, end, taxColumns, taxRows, signedFor, signatory } = paperTail(
    one,
    means,
    names.seller.name,
  )
  const right = 72 * MM
  const left = CONTENT - right - 8 * MM
  const sum = ({ label, value }: Fact, style: Style) =>
    stack(
      beside(
        { at: 0, block: pen.text(label, right / 2, style) },
        { at: right / 2, block: pen.text(value, right / 2, { ...style, toEnd: true }) },
      ),
      space(1 * MM),
    )
  const line = pen.rule(right, { strong: true })
  const tail = stack(
    space(5 * MM),
    beside(
      {
        at: 0,
        block: stack(
          pen.text(inWords.label, left, { size: SMALL, muted: true }),
          pen.text(inWords.words, left, { size: BODY, bold: true }),
          note ? stack(space(3 * MM), pen.text(note, left, { size: BODY })) : empty,
        ),
      },
      {
        at: left + 8 * MM,
        block: stack(
          ...sums.map(one => sum(one, { size: BODY })),
          line,
          space(1.5 * MM),
          sum(total, { size: 12, bold: true }),
          line,
          space(1.5 * MM),
          told ? sum(told, { size: BODY, muted: true }) : empty,
          ...less.map(one => sum(one, { size: BODY })),
          end ? sum(end, { size: BODY, bold: true }) : empty,
        ),
      },
    ),
  )
  const share = CONTENT / taxColumns.length
  const taxRow = rowWith(
    pen,
    taxColumns,
    taxColumns.map(() => share),
  )
  const rest = [
    stack(
      space(5 * MM),
      headingsOf(
        pen,
        taxColumns,
        taxColumns.map(() => share),
      ),
    ),
    ...taxRows.map(({ hsn, taxable, parts }) =>
      taxRow([hsn, taxable, ...parts.map(({ amount, rate }) => `${amount} (${rate})`)]),
    ),
    stack(
      space(8 * MM),
      pen.text(signedFor, CONTENT, { size: BODY, muted: true, toEnd: true }),
      space(10 * MM),
      pen.text(signatory, CONTENT, { size: BODY, bold: true, toEnd: true }),
    ),
  ]
  return { tail, rest }
}
