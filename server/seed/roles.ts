import type { Role } from '#contract/modules/access/role.ts'
import { usedPermissions } from '#contract/permission-table.ts'
import {
  allPermissions,
  permissionNumbers,
  recordModuleNames,
  reportKinds,
  type PermissionName,
} from '#contract/permissions.ts'

export type StandardRole = Pick<Role, 'name' | 'about' | 'permissions' | 'ownOnly' | 'approves'> &
  Partial<Pick<Role, 'branchOnly'>>

/** What each role may do, by permission number: desk, warehouse, field service, accounts, viewer. */
const grants: Record<PermissionName, [string, string, string, string, string]> = {
  inquiries: ['abcd', '', 'ad', 'a', 'ad'],
  inf: ['abcd', 'a', '', 'ad', 'ad'],
  orders: ['abcd', 'ade', 'a', 'ad', 'ad'],
  cash_orders: ['abcd', 'a', '', 'abcd', 'ad'],
  order_invoices: ['ad', 'a', '', 'abcd', 'ad'],
  order_returns: ['abcd', 'acde', 'ad', 'ad', 'ad'],
  order_return_claims: ['abcd', 'acd', '', 'acd', 'ad'],
  buybacks: ['abcd', 'acde', 'abcd', 'ad', 'ad'],
  maintenances: ['abcd', 'ade', 'abcde', 'ad', 'ad'],
  maintenance_invoices: ['ad', '', 'ad', 'abcd', 'ad'],
  customers: ['abcd', 'ad', 'abcd', 'ad', 'ad'],
  dealers: ['abcd', 'ad', 'ad', 'ad', 'ad'],
  dealer_branches: ['abcd', 'ad', 'ad', 'ad', 'ad'],
  users: ['ad', '', '', 'a', 'ad'],
  roles: ['a', '', '', 'a', ''],
  reports: ['', '', '', 'ad', 'ad'],
  excel_read: ['abd', 'abd', '', 'abd', ''],
  excel_export: ['abd', 'abd', '', 'abd', 'a'],
  campaigns: ['abcd', '', '', 'ad', 'ad'],
  uploads: ['abcd', 'abd', 'abd', 'abd', 'ad'],
  tasks: ['abcd', 'abcd', 'abcd', 'abcd', 'a'],
  source: ['abcd', 'a', 'a', 'a', 'ad'],
  inquiry_status: ['ad', 'a', 'a', 'a', 'ad'],
  type: ['abcd', 'ad', 'a', 'a', 'ad'],
  product: ['ad', 'abcd', 'ad', 'ad', 'ad'],
  part: ['ad', 'abcd', 'ad', 'ad', 'ad'],
  country: ['ad', 'a', 'a', 'ad', 'ad'],
  state: ['ad', 'a', 'a', 'ad', 'ad'],
  city: ['abcd', 'abd', 'abd', 'ad', 'ad'],
  order_status: ['ad', 'ad', 'a', 'ad', 'ad'],
  category: ['ad', 'abcd', 'a', 'a', 'ad'],
  color: ['ad', 'abcd', 'a', 'a', 'ad'],
  courier: ['ad', 'abcd', 'a', 'a', 'ad'],
  pickup_type: ['ad', 'abcd', 'a', 'a', 'ad'],
  general_setting: ['a', 'a', 'a', 'ad', 'a'],
  bank: ['', '', '', 'abcd', 'a'],
  maintenance_status: ['ad', 'ad', 'ad', 'a', 'ad'],
  return_reason: ['abcd', 'abcd', 'a', 'a', 'ad'],
  sales_return_status: ['ad', 'ad', 'a', 'ad', 'ad'],
  part_problem: ['ad', 'abcd', 'abcd', 'a', 'ad'],
  refund_status: ['ad', 'a', 'a', 'abcd', 'ad'],
  return_received_status: ['ad', 'abcd', 'a', 'ad', 'ad'],
  dead_reason: ['abcd', 'a', 'a', 'a', 'ad'],
  referral_code: ['abcd', '', '', 'abcd', 'ad'],
  item_quality_check: ['ad', 'abcd', 'ad', 'a', 'ad'],
  social_media_type: ['abcd', 'a', '', 'a', 'ad'],
  dealer_type: ['abcd', 'a', 'a', 'a', 'ad'],
  store_type: ['abcd', 'a', 'a', 'a', 'ad'],
  area: ['abcd', 'abd', 'abd', 'ad', 'ad'],
  deliverable: ['abcd', '', '', 'a', 'ad'],
  inf_status: ['ad', '', '', 'a', 'ad'],
  inf_feature: ['abcd', '', '', 'a', 'ad'],
  unit: ['abcd', 'abcde', 'abcd', 'ad', 'ad'],
  stock_move: ['ad', 'abcd', 'ad', 'ad', 'ad'],
  dispatch: ['ad', 'abcde', 'ad', 'ad', 'ad'],
  payment: ['abd', '', 'abd', 'abcd', 'ad'],
  replacement: ['abcd', 'acde', 'abcd', 'ad', 'ad'],
  order_cancel: ['abcd', 'ad', '', 'acd', 'ad'],
}

const granted = (role: number): string[] =>
  Object.entries(grants).flatMap(([name, letters]) =>
    (letters[role] ?? '')
      .split('')
      .map(letter => `${permissionNumbers[name as PermissionName]}-${letter}`)
      // Only what something asks for: the matrix shows nothing else.
      .filter(code => usedPermissions.includes(code)),
  )
const reports = (...kinds: (typeof reportKinds)[number][]) => kinds.map(kind => `${permissionNumbers.reports}-${kind}`)

/** What a new installation starts with; the business changes it as it likes. */
export const standardRoles: StandardRole[] = [
  {
    name: 'Administrator',
    about: 'Everything, and who may do what.',
    permissions: allPermissions,
    ownOnly: [],
    // Nobody can give away what nobody has.
    approves: [...recordModuleNames],
  },
  {
    name: 'Desk',
    about: 'Takes inquiries, orders, returns and repairs, and speaks with customers.',
    permissions: [...granted(0), ...reports('r1')],
    ownOnly: [],
    approves: [],
  },
  {
    name: 'Warehouse',
    about: 'Packs, dispatches, receives returns and looks after the stock.',
    permissions: [...granted(1), ...reports('r2')],
    ownOnly: [],
    approves: [],
  },
  {
    name: 'Field service',
    about: 'Repairs and collects at the customer’s; sees their own work only.',
    permissions: granted(2),
    ownOnly: ['maintenance', 'maintenanceInvoice', 'inquiry', 'buyback', 'replacement', 'payment', 'task'],
    approves: [],
  },
  {
    name: 'Accounts',
    about: 'Invoices, payments, refunds and banks, and every report.',
    permissions: [...granted(3), ...reports(...reportKinds)],
    ownOnly: [],
    approves: ['orderInvoice', 'orderReturn', 'maintenanceInvoice', 'payment'],
  },
  {
    name: 'Viewer',
    about: 'Looks at everything and changes nothing.',
    permissions: [...granted(4), ...reports('r1')],
    ownOnly: [],
    approves: [],
  },
]
