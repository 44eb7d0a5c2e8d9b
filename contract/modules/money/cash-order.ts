import {
  accountMoney,
  choice,
  date,
  flag,
  listItem,
  longText,
  maybe,
  money,
  phone,
  reference,
  tags,
  text,
  withDefault,
} from '../../fields.ts'
import { city } from '../../lists/places.ts'
import { courier } from '../../lists/stock.ts'
import { defineModule, type RowOf } from '../../module.ts'

/** What is to be collected for an order that is paid in cash, and whether it has come to the bank. */
export const cashOrder = defineModule({
  name: 'cashOrder',
  code: 21,
  madeByServer: true,
  colour: 'green',
  wide: ['list', 'edit'],
  also: { details: ['21-a', '21-c', '21-f'] },
  fields: { note: maybe(longText(1_000)), tags: tags() },
  /** Made with the order and kept up to date with it and its payments. */
  given: {
    number: text(20),
    order: reference('order'),
    name: text(120),
    phone: phone(),
    city: listItem(city),
    paymentMode: choice(['cashOnDelivery', 'cash']),
    expected: accountMoney(),
    collected: accountMoney(),
    remitted: accountMoney(),
    /** What is not collected yet; below nothing where too much was. */
    toCollect: accountMoney(),
    /** What was collected and has not come to the bank. */
    toRemit: accountMoney(),
    courier: listItem(courier),
    awb: text(60),
    collectedOn: date(),
    assignedTo: reference('user'),
    dealerBranch: reference('dealerBranch'),
  },
  title: 'number',
  search: ['number', 'name', 'phone', 'awb'],
  offline: { keep: 'none', write: false },
  scope: { own: 'assignedTo', branch: 'dealerBranch' },
  derive: row => ({
    toCollect: Number(row.expected) - Number(row.collected),
    toRemit: Number(row.collected) - Number(row.remitted),
  }),
  /** `cameBack`: the courier brings the goods back and no money, until they are sent once more or cancelled. */
  stages: ['toCollect', 'toRemit', 'settled', 'difference', 'cameBack', 'cancelled'],
  aside: { difference: 'wrong', cameBack: 'waits', cancelled: 'ended' },
  archivable: ['settled', 'cancelled'],
  moves: {
    collect: {
      from: ['toCollect', 'difference', 'cameBack'],
      args: {
        amount: money(),
        mode: withDefault(choice(['cash', 'upi', 'card']), 'cash'),
        courier: maybe(listItem(courier)),
        paidOn: maybe(date()),
        isOver: withDefault(flag(), false),
        remark: maybe(text(300)),
      },
    },
    remit: {
      from: ['toCollect', 'toRemit', 'difference'],
      args: { amount: money(), bank: reference('bank'), reference: maybe(text(80)), paidOn: maybe(date()) },
    },
  },
})
export type CashOrder = RowOf<typeof cashOrder>
