import { generalSetting } from './access/general-setting.ts'
import { role } from './access/role.ts'
import { user } from './access/user.ts'
import { partProblem } from './catalogue/part-problem.ts'
import { part } from './catalogue/part.ts'
import { product } from './catalogue/product.ts'
import { task } from './desk/task.ts'
import { bank } from './money/bank.ts'
import { cashOrder } from './money/cash-order.ts'
import { maintenanceInvoice } from './money/maintenance-invoice.ts'
import { orderInvoice } from './money/order-invoice.ts'
import { payment } from './money/payment.ts'
import { customer } from './people/customer.ts'
import { dealerBranch } from './people/dealer-branch.ts'
import { inquiry } from './sales/inquiry.ts'
import { orderCancel } from './sales/order-cancel.ts'
import { order } from './sales/order.ts'
import { countEntry } from './stock/count-entry.ts'
import { dispatch } from './stock/dispatch.ts'
import { heldPart } from './stock/held-part.ts'
import { stockCount } from './stock/stock-count.ts'
import { stockMove } from './stock/stock-move.ts'
import { unit } from './stock/unit.ts'
import { maintenance } from './service/maintenance.ts'
import { replacement } from './service/replacement.ts'
import { referralCode } from './sales/referral-code.ts'
import { dealer } from './people/dealer.ts'

/** Every module that is no settings list. Server, client and tests all walk this. */
export const modules = {
  inquiry,
  order,
  orderCancel,
  cashOrder,
  payment,
  orderInvoice,
  maintenanceInvoice,
  customer,
  dealerBranch,
  product,
  part,
  partProblem,
  unit,
  stockMove,
  heldPart,
  stockCount,
  countEntry,
  dispatch,
  bank,
  task,
  user,
  role,
  generalSetting,
  maintenance,
  replacement,
  referralCode,
  dealer,
}
export type Modules = typeof modules
