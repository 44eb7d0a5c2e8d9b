import type { Module } from '#contract/module.ts'
import type { Behaviour } from '#server/crud/behaviour.ts'
import { listBehaviour } from '#server/lists/behaviour.ts'
import { withMerge } from '#server/work/merge-behaviour.ts'
import { generalSettingBehaviour } from './access/general-setting.ts'
import { roleBehaviour } from './access/role.ts'
import { userBehaviour } from './access/user.ts'
import { partBehaviour } from './catalogue/part.ts'
import { productBehaviour } from './catalogue/product.ts'
import { taskBehaviour } from './desk/task.ts'
import { bankBehaviour } from './money/bank.ts'
import { cashOrderBehaviour } from './money/cash-order.ts'
import { invoiceBehaviour } from './money/invoice.ts'
import { maintenanceBilling } from './money/maintenance-billing.ts'
import { orderBilling } from './money/order-billing.ts'
import { paymentBehaviour } from './money/payment.ts'
import { customerBehaviour } from './people/customer.ts'
import { dealerBehaviour } from './people/dealer.ts'
import { inquiryBehaviour } from './sales/inquiry.ts'
import { orderCancelBehaviour } from './sales/order-cancel.ts'
import { orderBehaviour } from './sales/order.ts'
import { referralCodeBehaviour } from './sales/referral-code.ts'
import { maintenanceBehaviour } from './service/maintenance.ts'
import { replacementBehaviour } from './service/replacement.ts'
import { countEntryBehaviour } from './stock/count/entry.ts'
import { stockCountBehaviour } from './stock/count/stock-count.ts'
import { dispatchBehaviour } from './stock/dispatch.ts'
import { heldPartBehaviour } from './stock/held-part.ts'
import { stockMoveBehaviour } from './stock/stock-move.ts'
import { unitBehaviour } from './stock/unit.ts'

/** The modules that are special on the server, one line each. */
const special: { module: Module; behaviour: Behaviour }[] = [
  userBehaviour,
  roleBehaviour,
  generalSettingBehaviour,
  inquiryBehaviour,
  orderBehaviour,
  orderCancelBehaviour,
  referralCodeBehaviour,
  cashOrderBehaviour,
  paymentBehaviour,
  invoiceBehaviour(orderBilling),
  invoiceBehaviour(maintenanceBilling),
  customerBehaviour,
  dealerBehaviour,
  productBehaviour,
  partBehaviour,
  dispatchBehaviour,
  maintenanceBehaviour,
  replacementBehaviour,
  unitBehaviour,
  stockMoveBehaviour,
  heldPartBehaviour,
  stockCountBehaviour,
  countEntryBehaviour,
  bankBehaviour,
  taskBehaviour,
]

const byName = new Map(special.map(({ module, behaviour }) => [module.name, behaviour]))

const known = new WeakMap<Module, { behaviour: Behaviour | undefined }>()

export function behavioursOf(module: Module): Behaviour | undefined {
  const found = known.get(module) ?? {
    behaviour: module.list ? listBehaviour : withMerge(module, byName.get(module.name)),
  }
  known.set(module, found)
  return found.behaviour
}
