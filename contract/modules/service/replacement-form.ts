import type { Fills } from '../../module.ts'
import { fromCustomer } from '../sales/order-form.ts'
import { whenReplacing } from './replacement-rules.ts'

type Values = Record<string, unknown>

export function checkReplacement(row: Values, before: Values | null): Record<string, string> {
  const wrong: Record<string, string> = {}
  if (before?.oldBackAt && before.oldUnit !== row.oldUnit)
    wrong.oldUnit = 'This device is with us already. Cancel this replacement, and begin another one.'
  if (row.mode === 'advance' && !row.oldDueOn) wrong.oldDueOn = 'Say until when the old device has to be back.'
  return wrong
}

/** What a job and an order say of whose it is, in the same words. */
const whose = [
  'phone',
  'name',
  'customer',
  'email',
  'address',
  'pincode',
  'area',
  'city',
  'state',
  'country',
  'assignedTo',
  'dealerBranch',
] as const
const same = Object.fromEntries(whose.map(field => [field, (chosen: Values) => chosen[field]]))

/** A device brings what takes its place, and whose it is; the job or order where it comes from brings the rest. */
export const fillsReplacement: Fills = {
  oldUnit: {
    product: chosen => chosen.product,
    colour: chosen => chosen.colour,
    customer: chosen => chosen.customer,
    order: chosen => chosen.order,
  },
  maintenance: {
    ...same,
    oldUnit: chosen => chosen.unit,
    product: chosen => chosen.product,
    order: chosen => chosen.order,
  },
  order: same,
  customer: fromCustomer,
}

/** The customer has had both for longer than was agreed. */
export const isOverdue = (row: Values, onDate: string): boolean =>
  row.mode === 'advance' &&
  (row.stage === 'dispatched' || row.stage === 'delivered') &&
  whenReplacing.isAwaited(row) &&
  typeof row.oldDueOn === 'string' &&
  row.oldDueOn < onDate
