import type { Colour } from './module.ts'
import { permissionNumbers, reportKinds, type PermissionName, type recordModuleNames } from './permissions.ts'

/** list -a · create -b · edit -c · details -d · dispatch -e, or erase · everything in the module -f */
export type Letter = 'a' | 'b' | 'c' | 'd' | 'e' | 'f'

export type PermissionLine = {
  /** Which actions the number has, by their letters. Records have the first four, because their API has. */
  letters: string
  colour?: Colour
  /** The module whose row scope and approvals belong to the line. */
  module?: (typeof recordModuleNames)[number]
  /** Its -e erases what says who somebody is; nothing is dispatched there. */
  erases?: true
}

/**
 * Every number with the permissions that it really has, in the groups that people see. Dispatch is where something is
 * packed, handed over or received by scan; module-wide only where the client names it.
 */
export const permissionTable = {
  sales: {
    inquiries: { letters: 'abcd', colour: 'blue', module: 'inquiry' },
    inf: { letters: 'abcd', module: 'inf' },
    orders: { letters: 'abcdef', colour: 'green', module: 'order' },
    cash_orders: { letters: 'acdf', colour: 'green', module: 'cashOrder' },
    order_invoices: { letters: 'abcd', colour: 'green', module: 'orderInvoice' },
    order_cancel: { letters: 'abcd', colour: 'green', module: 'orderCancel' },
  },
  afterSales: {
    order_returns: { letters: 'abcde', colour: 'yellow', module: 'orderReturn' },
    order_return_claims: { letters: 'abcdf', colour: 'darkred', module: 'orderReturnClaim' },
    buybacks: { letters: 'abcde', module: 'buyback' },
    maintenances: { letters: 'abcdef', colour: 'orange', module: 'maintenance' },
    maintenance_invoices: { letters: 'abcd', colour: 'green', module: 'maintenanceInvoice' },
    replacement: { letters: 'abcde', colour: 'orange', module: 'replacement' },
  },
  parties: {
    customers: { letters: 'abcde', module: 'customer', erases: true },
    dealers: { letters: 'abcd', module: 'dealer' },
    dealer_branches: { letters: 'abcd', module: 'dealerBranch' },
  },
  stock: {
    unit: { letters: 'abcde', module: 'unit' },
    stock_move: { letters: 'abcd', module: 'stockMove' },
    dispatch: { letters: 'abcde', colour: 'green', module: 'dispatch' },
  },
  office: {
    payment: { letters: 'abcd', module: 'payment' },
    campaigns: { letters: 'abcd', module: 'campaign' },
    uploads: { letters: 'abcd', module: 'upload' },
    tasks: { letters: 'abcd', module: 'task' },
    excel_read: { letters: 'abd' },
    excel_export: { letters: 'abd' },
  },
  access: {
    users: { letters: 'abcd', module: 'user' },
    roles: { letters: 'abcd' },
    general_setting: { letters: 'acd' },
  },
  settings: {
    source: { letters: 'abcd' },
    inquiry_status: { letters: 'abcd' },
    type: { letters: 'abcd' },
    product: { letters: 'abcd' },
    part: { letters: 'abcd' },
    country: { letters: 'abcd' },
    state: { letters: 'abcd' },
    city: { letters: 'abcd' },
    order_status: { letters: 'abcd' },
    category: { letters: 'abcd' },
    color: { letters: 'abcd' },
    courier: { letters: 'abcd' },
    pickup_type: { letters: 'abcd' },
    bank: { letters: 'abcd' },
    maintenance_status: { letters: 'abcd' },
    return_reason: { letters: 'abcd' },
    sales_return_status: { letters: 'abcd' },
    part_problem: { letters: 'abcd' },
    refund_status: { letters: 'abcd' },
    return_received_status: { letters: 'abcd' },
    dead_reason: { letters: 'abcd' },
    referral_code: { letters: 'abcd' },
    item_quality_check: { letters: 'abcd' },
    social_media_type: { letters: 'abcd' },
    dealer_type: { letters: 'abcd' },
    store_type: { letters: 'abcd' },
    area: { letters: 'abcd' },
    deliverable: { letters: 'abcd' },
    inf_status: { letters: 'abcd' },
    inf_feature: { letters: 'abcd' },
  },
} as const satisfies Record<string, Partial<Record<PermissionName, PermissionLine>>>

export type PermissionGroup = keyof typeof permissionTable

const codesOf = (name: string, letters: string) =>
  letters.split('').map(letter => `${permissionNumbers[name as PermissionName]}-${letter}`)

/** Every permission that something asks for. */
export const usedPermissions: readonly string[] = [
  ...Object.values(permissionTable).flatMap(group =>
    Object.entries<PermissionLine>(group).flatMap(([name, { letters }]) => codesOf(name, letters)),
  ),
  ...reportKinds.map(kind => `${permissionNumbers.reports}-${kind}`),
]
