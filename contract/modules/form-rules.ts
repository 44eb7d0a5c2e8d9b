import type { Check, Fills, Module } from '../module.ts'
import { checkInvoice, checkPayment } from './money/invoice-form.ts'
import { checkOrder, fillsOrder, fromCustomer } from './sales/order-form.ts'
import { checkMaintenance, fillsMaintenance } from './service/maintenance-form.ts'
import { checkReplacement, fillsReplacement } from './service/replacement-form.ts'
import { checkDispatch } from './stock/dispatch-form.ts'

type FormRules = { check?: Check | undefined; fills?: Fills | undefined }

/** Long rules of single modules that only forms and the writer ask for: the shell loads the declarations without them. */
const apart: Readonly<Record<string, FormRules>> = {
  inquiry: { fills: { customer: fromCustomer } },
  order: { check: checkOrder, fills: fillsOrder },
  dispatch: { check: checkDispatch },
  orderInvoice: { check: checkInvoice },
  maintenanceInvoice: { check: checkInvoice },
  payment: { check: checkPayment },
  maintenance: { check: checkMaintenance, fills: fillsMaintenance },
  replacement: { check: checkReplacement, fills: fillsReplacement },
}

/** What a form checks and fills in of a module; short rules stand in its declaration. */
export const formRulesOf = (module: Pick<Module, 'name' | 'check' | 'fills'>): FormRules => apart[module.name] ?? module
