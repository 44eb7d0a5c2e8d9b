import {
  code,
  files,
  flag,
  guarded,
  hsn,
  lines,
  listItem,
  listItems,
  longText,
  maybe,
  money,
  number,
  once,
  percent,
  quantity,
  reference,
  tags,
  text,
  withDefault,
} from '../../fields.ts'
import { category, color } from '../../lists/stock.ts'
import { type } from '../../lists/sales.ts'
import { defineModule, type RowOf } from '../../module.ts'

/** What the business sells. */
export const product = defineModule({
  name: 'product',
  code: 103,
  fields: {
    sku: once(code(60)),
    name: text(200),
    category: maybe(listItem(category)),
    type: maybe(listItem(type)),
    colours: withDefault(listItems(color), []),
    /** The tax authority's code for this kind of goods. */
    hsn: maybe(hsn()),
    taxRate: maybe(percent()),
    price: money(),
    /** Below it a sale needs an approval. What the house would take at least is known to those who set prices. */
    floorPrice: guarded('edit', maybe(money())),
    warrantyDays: withDefault(quantity({ max: 3_650 }), 365),
    /** Does every piece have a serial number? */
    serialised: withDefault(flag(), true),
    image: withDefault(files({ copies: true }), []),
    description: maybe(longText()),
    /** What one piece is made of. */
    parts: withDefault(lines({ part: reference('part'), qty: quantity({ min: 1, max: 1_000 }) }), []),
    /** Fewer in stock than this are too few. */
    minimum: maybe(quantity()),
    active: withDefault(flag(), true),
    tags: tags(),
  },
  /** Of goods without serial numbers the sum of their stock moves, and whether that is less than the minimum. */
  given: { onHand: number(), low: flag() },
  title: 'name',
  search: ['name', 'sku', 'hsn'],
  offline: { keep: 'all', write: true },
})
export type Product = RowOf<typeof product>
