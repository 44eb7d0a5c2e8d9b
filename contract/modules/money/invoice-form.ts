import { invoicedOf } from './invoice-rules.ts'

type Values = Record<string, unknown>

export function checkInvoice(row: Values): Record<string, string> {
  const wrong: Record<string, string> = {}
  const { lines, discount } = invoicedOf(row)
  const goods = lines.reduce((all, line) => all + line.qty * line.unitPrice - line.discount, 0)
  if (lines.length > 0 && discount > goods) wrong.discount = 'The discount is more than the lines come to.'
  if (row.kind === 'creditNote' && !row.against) wrong.against = 'Say which invoice is credited.'
  if (row.kind === 'creditNote' && !row.reason) wrong.reason = 'Say why it is credited.'
  if (typeof row.dueDate === 'string' && typeof row.date === 'string' && row.dueDate < row.date)
    wrong.dueDate = 'It cannot be due before its own day.'
  return wrong
}

/** Money is paid for one thing. */
export const checkPayment = (row: Values): Record<string, string> =>
  Boolean(row.order) === Boolean(row.maintenance) ? { order: 'Say which order or which service job this is for.' } : {}
