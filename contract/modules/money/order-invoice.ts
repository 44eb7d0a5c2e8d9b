import { lineOf, lines, maybe, money, percent, reference, text, withDefault } from '../../fields.ts'
import { defineModule, type RowOf } from '../../module.ts'
import { invoiceGiven, invoiceWays, kindFields, lineFields, saidFields } from './invoice.ts'

const { qty, name, hsn, unitPrice, taxRate } = lineFields()

/** What a customer is asked to pay for an order, or a part of it; a credit note takes back a part of an invoice. */
export const orderInvoice = defineModule({
  name: 'orderInvoice',
  code: 22,
  colour: 'green',
  fields: {
    order: reference('order'),
    ...kindFields('orderInvoice'),
    /** Left empty, it is what nobody has invoiced yet. What was sold, and for how much, is the order's to say. */
    lines: withDefault(
      lines(
        {
          line: lineOf('order'),
          qty,
          product: maybe(reference('product')),
          name,
          hsn,
          serials: maybe(text(2_000)),
          unitPrice,
          /** Off the whole line. */
          discount: maybe(money()),
          taxRate,
        },
        { given: ['product', 'name', 'hsn', 'serials', 'unitPrice', 'discount', 'taxRate'] },
      ),
      [],
    ),
    /** Its part of the order's discount and fees. */
    discount: withDefault(money(), 0),
    fees: withDefault(money(), 0),
    ...saidFields(),
  },
  /** How fees are taxed: as the goods of the order with the highest rate. */
  given: { ...invoiceGiven(), feeRate: percent() },
  ...invoiceWays(),
})
export type OrderInvoice = RowOf<typeof orderInvoice>
