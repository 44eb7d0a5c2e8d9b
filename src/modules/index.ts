import { lists } from '#contract/lists/index.ts'
import type { Modules } from '#contract/modules/index.ts'
import { listRoutes, routesOf } from '#src/crud/routes.tsx'
import type { Pages } from '#src/crud/screens.ts'
import { generalSettingScreens } from './access/general-setting.ts'
import { roleScreens } from './access/role.ts'
import { userScreens } from './access/user.ts'
import { partProblemPages } from './catalogue/part-problem.ts'
import { partPages } from './catalogue/part.ts'
import { productPages } from './catalogue/product.ts'
import { taskScreens } from './desk/task.ts'
import { bankPages } from './money/bank.ts'
import { cashOrderPages } from './money/cash-order.ts'
import { maintenanceInvoicePages } from './money/maintenance-invoice.ts'
import { orderInvoicePages } from './money/order-invoice.ts'
import { paymentPages } from './money/payment.ts'
import { customerPages } from './people/customer.ts'
import { dealerBranchPages } from './people/dealer-branch.ts'
import { inquiryPages } from './sales/inquiry.ts'
import { orderCancelPages } from './sales/order-cancel.ts'
import { orderPages } from './sales/order.ts'
import { dispatchPages } from './stock/dispatch.ts'
import { stockCountPages } from './stock/stock-count.ts'
import { stockMovePages } from './stock/stock-move.ts'
import { unitPages } from './stock/unit.ts'
import { maintenancePages } from './service/maintenance.ts'
import { replacementPages } from './service/replacement.ts'
import { referralCodePages } from './sales/referral-code.ts'
import { dealerPages } from './people/dealer.ts'

/** The pages of every module; one without pages of its own says null. */
export const screens = {
  inquiry: inquiryPages,
  order: orderPages,
  orderCancel: orderCancelPages,
  cashOrder: cashOrderPages,
  payment: paymentPages,
  orderInvoice: orderInvoicePages,
  maintenanceInvoice: maintenanceInvoicePages,
  customer: customerPages,
  dealerBranch: dealerBranchPages,
  product: productPages,
  part: partPages,
  partProblem: partProblemPages,
  unit: unitPages,
  stockMove: stockMovePages,
  heldPart: null,
  stockCount: stockCountPages,
  countEntry: null,
  dispatch: dispatchPages,
  bank: bankPages,
  task: taskScreens,
  user: userScreens,
  role: roleScreens,
  generalSetting: generalSettingScreens,
  maintenance: maintenancePages,
  replacement: replacementPages,
  referralCode: referralCodePages,
  dealer: dealerPages,
} satisfies { [N in keyof Modules]: Pages<Modules[N]> | null }

/** Every route of the modules and settings lists, for the shell to mount. */
export const routes = [
  ...Object.values<Pages | null>(screens).flatMap(one => (one ? routesOf(one) : [])),
  ...listRoutes(lists),
]
