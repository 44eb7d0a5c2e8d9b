import {
  barcode,
  code,
  files,
  flag,
  guarded,
  hsn,
  maybe,
  money,
  number,
  once,
  percent,
  quantity,
  references,
  tags,
  text,
  withDefault,
} from '../../fields.ts'
import { defineModule, type RowOf } from '../../module.ts'

/** What products are repaired with. */
export const part = defineModule({
  name: 'part',
  code: 104,
  label: 'small',
  fields: {
    code: once(code(60)),
    name: text(200),
    /** The products that it goes into. */
    fits: withDefault(references('product'), []),
    cost: guarded('edit', maybe(money())),
    price: maybe(money()),
    taxRate: maybe(percent()),
    hsn: maybe(hsn()),
    barcode: once(maybe(barcode())),
    /** Fewer in stock than this are too few. */
    minimum: maybe(quantity()),
    image: withDefault(files({ copies: true }), []),
    active: withDefault(flag(), true),
    tags: tags(),
  },
  /** The sum of its stock moves, and whether that is less than the minimum. */
  given: { onHand: number(), low: flag() },
  title: 'name',
  search: ['name', 'code', 'barcode'],
  offline: { keep: 'all', write: true },
})
export type Part = RowOf<typeof part>
