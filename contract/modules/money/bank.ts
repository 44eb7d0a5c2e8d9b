import { typedAccountMoney, flag, guarded, maybe, tags, text, withDefault } from '../../fields.ts'
import { defineModule, type RowOf } from '../../module.ts'

/** An account of the business: receipts, refunds and remittances go through it. */
export const bank = defineModule({
  name: 'bank',
  code: 114,
  fields: {
    name: text(120),
    bankBranch: maybe(text(120)),
    ifsc: maybe(text(20)),
    accountHolder: guarded('details', maybe(text(120))),
    accountNumber: guarded('details', maybe(text(40))),
    upiId: maybe(text(120)),
    openingBalance: guarded('details', withDefault(typedAccountMoney(), 0)),
    active: withDefault(flag(), true),
    tags: tags(),
  },
  /** The last digits of the number, for those who may not see all of it. */
  given: { accountEnd: text(4) },
  title: 'name',
  search: ['name', 'bankBranch', 'ifsc'],
  offline: { keep: 'all', write: false },
})
export type Bank = RowOf<typeof bank>
