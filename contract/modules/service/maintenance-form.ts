import type { Fills } from '../../module.ts'
import { fromCustomer } from '../sales/order-form.ts'
import { linesIn } from './maintenance-rules.ts'

type Values = Record<string, unknown>

const finished: readonly unknown[] = ['repaired', 'checked', 'ready', 'dispatched', 'handedOver']

export function checkMaintenance(row: Values, before: Values | null): Record<string, string> {
  const wrong: Record<string, string> = {}
  if (!row.unit && !row.product) wrong.product = 'Choose the device, or say which product it is.'
  linesIn(row.problems).forEach((line, at) => {
    if (!line.problem && !line.text) wrong[`problems.${at}.text`] = 'Choose a problem, or say it in words.'
  })
  if (row.cover === 'goodwill' && !row.coverReason) wrong.coverReason = 'Say why we bear the cost.'
  if (linesIn(row.signature).length > linesIn(before?.signature).length && !finished.includes(before?.stage))
    wrong.signature = 'Finish the work first, then let it be signed.'
  if (before?.receivedAt && before.unit !== row.unit)
    wrong.unit = 'This device is with us for this job. Cancel the job, and take in the right one.'
  const { startedAt, endedAt } = row
  if (typeof startedAt === 'string' && typeof endedAt === 'string' && endedAt < startedAt)
    wrong.endedAt = 'The end is before the start.'
  return wrong
}

/** A device brings its product and its serial number, a part its price. */
export const fillsMaintenance: Fills = {
  customer: fromCustomer,
  unit: {
    product: chosen => chosen.product,
    serial: chosen => chosen.serial,
    customer: chosen => chosen.customer,
    order: chosen => chosen.order,
  },
  'problems.problem': { text: chosen => chosen.problem },
  'parts.part': { price: chosen => chosen.price, taxRate: chosen => chosen.taxRate },
}
