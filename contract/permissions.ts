/**
 * The numbers that permissions begin with, by the specification's names. Modules and lists repeat theirs as `code`;
 * roles are granted for all of them from the first day. Numbers from 200 are our own.
 */
export const permissionNumbers = {
  inquiries: 10,
  inf: 11,
  orders: 20,
  cash_orders: 21,
  order_invoices: 22,
  order_returns: 30,
  order_return_claims: 31,
  buybacks: 32,
  maintenances: 40,
  maintenance_invoices: 41,
  customers: 50,
  dealers: 51,
  dealer_branches: 52,
  users: 60,
  roles: 61,
  reports: 70,
  excel_read: 71,
  excel_export: 72,
  campaigns: 73,
  uploads: 74,
  tasks: 90,
  source: 100,
  inquiry_status: 101,
  type: 102,
  product: 103,
  part: 104,
  country: 105,
  state: 106,
  city: 107,
  order_status: 108,
  category: 109,
  color: 110,
  courier: 111,
  pickup_type: 112,
  general_setting: 113,
  bank: 114,
  maintenance_status: 115,
  return_reason: 116,
  sales_return_status: 117,
  part_problem: 118,
  refund_status: 119,
  return_received_status: 120,
  dead_reason: 121,
  referral_code: 122,
  item_quality_check: 123,
  social_media_type: 124,
  dealer_type: 125,
  store_type: 126,
  area: 127,
  deliverable: 128,
  inf_status: 129,
  inf_feature: 130,
  unit: 200,
  stock_move: 201,
  dispatch: 202,
  payment: 203,
  replacement: 204,
  order_cancel: 205,
} as const

export type PermissionName = keyof typeof permissionNumbers

/** list -a · create -b · edit -c · details -d · dispatch -e · everything in the module -f */
export const permissionLetters = ['a', 'b', 'c', 'd', 'e', 'f'] as const

/** The four kinds of reports, which only the number of reports has. */
export const reportKinds = ['r1', 'r2', 'r3', 'r4'] as const

/** Every permission there is. */
export const allPermissions = [
  ...Object.values(permissionNumbers).flatMap(code => permissionLetters.map(letter => `${code}-${letter}`)),
  ...reportKinds.map(kind => `${permissionNumbers.reports}-${kind}`),
] as [string, ...string[]]

/** The modules whose rows belong to somebody or to a branch, or where something is approved; roles name them. */
export const recordModuleNames = [
  'inquiry',
  'inf',
  'order',
  'cashOrder',
  'orderInvoice',
  'orderCancel',
  'orderReturn',
  'orderReturnClaim',
  'buyback',
  'maintenance',
  'maintenanceInvoice',
  'replacement',
  'dispatch',
  'payment',
  'stockMove',
  'unit',
  'customer',
  'dealer',
  'dealerBranch',
  'user',
  'campaign',
  'upload',
  'task',
] as const

/** Is there a module of this name, or will there be one? */
export const isPlanned = (name: string): boolean => (recordModuleNames as readonly string[]).includes(name)

/** What a person may be told about. */
export const notificationKinds = [
  'tasks',
  'inquiries',
  'orders',
  'returns',
  'maintenances',
  'stock',
  'money',
  'access',
] as const
