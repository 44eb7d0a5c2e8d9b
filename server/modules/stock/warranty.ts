import type { Row } from '#contract/module.ts'
import { product } from '#contract/modules/catalogue/product.ts'
import { unit, type Unit } from '#contract/modules/stock/unit.ts'
import { warrantyDates } from '#contract/warranty.ts'
import type { Occasion } from '#server/crud/behaviour.ts'
import type { HouseRules } from '#server/lib/house-rules.ts'

type Values = Record<string, unknown>

/** What it counts from; a repair is none of it, and so never begins it anew. */
const sources = ['deliveredAt', 'soldAt', 'warrantyBasis', 'product', 'replaces']

/**
 * The warranty that a write leads to, where it leads to one. Dates that somebody writes are theirs from then on; others
 * are written down as the rules are on that day, so that nobody takes them away by changing a product or a setting.
 */
export async function warrantyOf(occasion: Occasion, row: Row, house: HouseRules): Promise<Values> {
  const { tx, before, changes, trusted } = occasion
  const differs = (name: string) => (before?.[name] ?? null) !== (row[name] ?? null)
  const byHand = ['warrantyStart', 'warrantyEnd'].some(name => name in changes && differs(name))
  if (byHand)
    return trusted || (row.warrantyBasis && differs('warrantyBasis')) || row.warrantyBasis === 'carried'
      ? {}
      : { warrantyBasis: 'manual' }
  if (!sources.some(differs) || row.warrantyBasis === 'manual') return {}
  if (row.warrantyBasis === 'carried') return carried(occasion, row)
  const [of] = await tx.find(product, [row.product as number])
  const { soldAt, deliveredAt, warrantyBasis } = row as unknown as Unit
  const rules = { start: house.warrantyStart, days: (of?.warrantyDays as number | undefined) ?? 0 }
  const dates = warrantyDates({ soldAt, deliveredAt, warrantyBasis }, rules)
  return {
    warrantyStart: dates.start,
    warrantyEnd: dates.end,
    ...(dates.start ? { warrantyBasis: dates.basis } : {}),
  }
}

/** What is left of the warranty of the device that this one replaces. */
async function carried({ tx }: Occasion, row: Row): Promise<Values> {
  const [old] = row.warrantyEnd === null && row.replaces ? await tx.find(unit, [row.replaces as number]) : []
  return old ? { warrantyStart: old.warrantyStart, warrantyEnd: old.warrantyEnd } : {}
}
