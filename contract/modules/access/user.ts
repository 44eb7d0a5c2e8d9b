import {
  choices,
  dateTime,
  email,
  flag,
  listItems,
  longText,
  maybe,
  phone,
  reference,
  references,
  text,
  username,
  withDefault,
} from '../../fields.ts'
import { maintenanceStatus, refundStatus, returnReceivedStatus, salesReturnStatus } from '../../lists/after-sales.ts'
import { infStatus } from '../../lists/partners.ts'
import { inquiryStatus, orderStatus } from '../../lists/sales.ts'
import { defineModule, type RowOf } from '../../module.ts'
import { notificationKinds } from '../../permissions.ts'

/**
 * Somebody who works here. Nobody ever sees or sets another person's password: an invitation or a link lets them choose
 * their own. `invited` waits for that, `pending` (signed up) for an administrator, `off` cannot sign in.
 */
export const user = defineModule({
  name: 'user',
  table: 'app_user',
  code: 60,
  fields: {
    name: text(120),
    username: username(),
    email: email(),
    phone: maybe(phone()),
    roles: withDefault(references('role'), []),
    branch: maybe(reference('dealerBranch')),
    notificationPermission: withDefault(choices(notificationKinds), []),
    /** May set every status of every list; otherwise only those named below. */
    anyStatus: withDefault(flag(), true),
    inquiryStatuses: withDefault(listItems(inquiryStatus), []),
    orderStatuses: withDefault(listItems(orderStatus), []),
    maintenanceStatuses: withDefault(listItems(maintenanceStatus), []),
    salesReturnStatuses: withDefault(listItems(salesReturnStatus), []),
    returnReceivedStatuses: withDefault(listItems(returnReceivedStatus), []),
    refundStatuses: withDefault(listItems(refundStatus), []),
    infStatuses: withDefault(listItems(infStatus), []),
  },
  /** A small picture as a data address; people choose their own. */
  given: { avatar: longText(16_000), invitedAt: dateTime() },
  title: 'name',
  search: ['name', 'username', 'email', 'phone'],
  offline: { keep: 'all', write: false },
  scope: { branch: 'branch' },
  namesOpen: true,
  stages: ['invited', 'pending', 'active', 'off'],
  archivable: ['invited', 'pending', 'active', 'off'],
  moves: {
    activate: { from: ['pending', 'off'], to: 'active', back: ['switchOff'] },
    switchOff: { from: ['invited', 'pending', 'active'], to: 'off', back: ['activate'] },
  },
  retired: { stages: ['off'], refused: 'This person is switched off; choose another.' },
  confirm: true,
})
export type User = RowOf<typeof user>

/** The fields that say which statuses a person may set, where it is not any. */
export const statusFields = [
  'inquiryStatuses',
  'orderStatuses',
  'maintenanceStatuses',
  'salesReturnStatuses',
  'returnReceivedStatuses',
  'refundStatuses',
  'infStatuses',
] as const satisfies readonly (keyof User)[]
