import { permissionNumbers, type recordModuleNames } from './permissions.ts'

/** The number that each of their permissions begins with; a role limits them from the first day, before they are built. */
export const recordModuleCodes: Readonly<Record<(typeof recordModuleNames)[number], number>> = {
  inquiry: permissionNumbers.inquiries,
  inf: permissionNumbers.inf,
  order: permissionNumbers.orders,
  cashOrder: permissionNumbers.cash_orders,
  orderInvoice: permissionNumbers.order_invoices,
  orderCancel: permissionNumbers.order_cancel,
  orderReturn: permissionNumbers.order_returns,
  orderReturnClaim: permissionNumbers.order_return_claims,
  buyback: permissionNumbers.buybacks,
  maintenance: permissionNumbers.maintenances,
  maintenanceInvoice: permissionNumbers.maintenance_invoices,
  replacement: permissionNumbers.replacement,
  dispatch: permissionNumbers.dispatch,
  payment: permissionNumbers.payment,
  stockMove: permissionNumbers.stock_move,
  unit: permissionNumbers.unit,
  customer: permissionNumbers.customers,
  dealer: permissionNumbers.dealers,
  dealerBranch: permissionNumbers.dealer_branches,
  user: permissionNumbers.users,
  campaign: permissionNumbers.campaigns,
  upload: permissionNumbers.uploads,
  task: permissionNumbers.tasks,
}
