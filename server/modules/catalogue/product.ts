import { product } from '#contract/modules/catalogue/product.ts'
import { behaviour } from '#server/crud/behaviour.ts'
import { invalid } from '#server/crud/invalid.ts'

/** What no schema can say: that amounts and days make sense together. */
export const productBehaviour = behaviour(product, {
  check({ row }) {
    const fields: Record<string, string> = {}
    if ((row.price as number) < 0) fields.price = 'Not below 0.'
    if (row.floorPrice !== null && (row.floorPrice as number) > (row.price as number))
      fields.floorPrice = 'The lowest price cannot be above the price.'
    if (!Number.isInteger(row.warrantyDays)) fields.warrantyDays = 'Write a whole number.'
    if (Object.keys(fields).length > 0) throw invalid(fields)
  },
})
