import { accountMoney, choice, lineOf, lines, maybe, quantity, reference, text, withDefault } from '../../fields.ts'
import { defineModule, type RowOf } from '../../module.ts'
import { invoiceGiven, invoiceWays, kindFields, lineFields, saidFields } from './invoice.ts'

const { qty, name, hsn, unitPrice, taxRate } = lineFields()

/** What a customer is asked to pay for a service job: all of it at once, what we bear the cost of with nothing. */
export const maintenanceInvoice = defineModule({
  name: 'maintenanceInvoice',
  code: 41,
  colour: 'green',
  fields: {
    maintenance: reference('maintenance'),
    ...kindFields('maintenanceInvoice'),
    /** What was done is the job's to say; of an invoice a credit note says how much of it. */
    lines: withDefault(
      lines(
        {
          line: lineOf('maintenance'),
          qty,
          part: maybe(reference('part')),
          name,
          /** How long somebody worked; such a line has no name of its own. */
          minutes: maybe(quantity()),
          hsn,
          unitPrice,
          taxRate,
          /** Why nothing is asked for it. */
          covered: maybe(choice(['warranty', 'goodwill', 'us'])),
        },
        { given: ['part', 'name', 'minutes', 'hsn', 'unitPrice', 'taxRate', 'covered'] },
      ),
      [],
    ),
    ...saidFields(),
  },
  given: {
    ...invoiceGiven(),
    /** What was repaired, and what its customer was told that it costs. */
    device: text(200),
    serial: text(80),
    estimate: accountMoney(),
  },
  ...invoiceWays(),
})
export type MaintenanceInvoice = RowOf<typeof maintenanceInvoice>
