import { product } from '#contract/modules/catalogue/product.ts'
import { behaviour } from '#server/crud/behaviour.ts'
import { invalid } from '#server/crud/invalid.ts'
import { isUnderWay, levelsOf } from '#server/flows/stock-levels.ts'
import { afterCounted, countedHooks } from '#server/flows/on-hand.ts'

/** What no schema can say: that amounts and days make sense together. */
export const productBehaviour = behaviour(product, {
  async check({ before, row, tx }) {
    const fields: Record<string, string> = {}
    if ((row.price as number) < 0) fields.price = 'Not below 0.'
    if (row.floorPrice !== null && (row.floorPrice as number) > (row.price as number))
      fields.floorPrice = 'The lowest price cannot be above the price.'
    if (!Number.isInteger(row.warrantyDays)) fields.warrantyDays = 'Enter a whole number.'
    if (row.minimum !== null && row.serialised)
      fields.minimum = 'Only goods without serial numbers have a minimum: devices are counted one by one.'
    if (before && row.serialised && !before.serialised && isUnderWay(await levelsOf(tx, row.id)))
      fields.serialised =
        'Pieces of it are in stock or on their way, counted without serial numbers. First move them out.'
    if (Object.keys(fields).length > 0) throw invalid(fields)
  },
  on: countedHooks,
  after: afterCounted,
})
