import { withinYears } from './fields.ts'
import type { Unit } from './modules/stock/unit.ts'
import type { WarrantyStart } from './warranty-start.ts'

/** What the house says, and how many days the product has. Without the days only dates that are written down count. */
export type WarrantyRules = { start: WarrantyStart; days?: number | null }

type Basis = NonNullable<Unit['warrantyBasis']>
export type WarrantyReason =
  | Basis
  | 'void'
  | 'replaced'
  | 'notDelivered'
  | 'notSold'
  | 'notSet'
  | 'notYet'
  | 'none'
  | 'expired'

export type WarrantyVerdict = {
  covered: boolean
  /** Why: what it counts from where it is covered, what stands against it where it is not. */
  reason: WarrantyReason
  /** The last day of it, where there is one. */
  until: string | null
}

type Dates = { start: string | null; end: string | null; basis: Basis }
type Warranted = Partial<
  Pick<
    Unit,
    'soldAt' | 'deliveredAt' | 'warrantyStart' | 'warrantyEnd' | 'warrantyBasis' | 'warrantyVoid' | 'replacedBy'
  >
>

/** Is this device under warranty on that day? The one answer, wherever it is asked. Days are those of the house. */
export function warrantyVerdict(unit: Warranted, onDate: string, rules: WarrantyRules): WarrantyVerdict {
  const { start, end, basis } = warrantyDates(unit, rules)
  const no = (reason: WarrantyReason): WarrantyVerdict => ({ covered: false, reason, until: end })
  if (unit.warrantyVoid) return no('void')
  // Whatever is left of it went over to the device that took its place.
  if (unit.replacedBy) return no('replaced')
  if (!start && !end) return no(missing[basis])
  if (!end) return no('none')
  if (start && onDate < start) return no('notYet')
  return onDate <= end ? { covered: true, reason: basis, until: end } : no('expired')
}

const missing = {
  delivery: 'notDelivered',
  invoice: 'notSold',
  manual: 'notSet',
  carried: 'notSet',
} as const satisfies Record<Basis, WarrantyReason>

/**
 * From when to when it counts: as it is written down, else by the rule of the house. The day it begins is a day more, so
 * that 365 days from a first of March end with the next first of March.
 */
export function warrantyDates(unit: Warranted, { start: rule, days }: WarrantyRules): Dates {
  const basis = unit.warrantyBasis ?? rule
  const first = { delivery: unit.deliveredAt, invoice: unit.soldAt, manual: null, carried: null }[basis] ?? null
  const start = unit.warrantyStart ?? first
  const end = unit.warrantyEnd ?? (start && days ? dayAfter(start, days) : null)
  return { start, end, basis }
}

const DAY = 86_400_000

/** The date so many days later, or the last that there is. */
export const dayAfter = (date: string, days: number): string =>
  withinYears(Date.parse(`${date}T00:00:00Z`) + Math.floor(days) * DAY).slice(0, 10)
