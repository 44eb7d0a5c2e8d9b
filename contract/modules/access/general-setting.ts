import {
  address,
  choice,
  email,
  flag,
  guarded,
  lines,
  listItem,
  maybe,
  number,
  phone,
  reference,
  taxId,
  text,
  withDefault,
} from '../../fields.ts'
import { courier } from '../../lists/stock.ts'
import { defineModule, type RowOf } from '../../module.ts'
import { timedStages } from '../../lists/maintenance-stages.ts'
import { warrantyStarts } from '../../warranty-start.ts'
import { timedOrderStages } from '../sales/order-clock.ts'

/** How the business wants the app to be: one record, made with the installation. Passwords and keys are no fields. */
export const generalSetting = defineModule({
  name: 'generalSetting',
  code: 113,
  fields: {
    companyName: text(120),
    taxId: maybe(taxId()),
    phone: maybe(phone()),
    address: maybe(address()),
    /** ISO 4217. */
    currency: text(3),
    /** A name of the IANA database: Asia/Kolkata. */
    timeZone: text(60),
    /** ISO 3166, two letters: how a phone number without a country's code is read. */
    country: withDefault(text(2), 'IN'),
    /** What a device's warranty begins with. */
    warrantyStart: withDefault(choice(warrantyStarts), 'delivery'),
    /** How long a service job may stand in a stage, in hours; without one it may as long as it takes. */
    stageHours: withDefault(
      lines({ stage: choice(timedStages), hours: number({ min: 1, max: 2_000, whole: true }) }),
      [],
    ),
    /** The same of orders. */
    orderHours: withDefault(
      lines({ stage: choice(timedOrderStages), hours: number({ min: 1, max: 2_000, whole: true }) }),
      [],
    ),
    /** A repair of the same problem within so many days before is one of the same fault. */
    repeatDays: withDefault(number({ min: 1, max: 730, whole: true }), 90),
    /** Whose task it is to order what there is too little of; else of whoever made its record. */
    stockKeeper: maybe(reference('user')),
    /** Whom people ask who may not open something. */
    helpContact: maybe(text(200)),
    /** May strangers ask for an account? An administrator lets them in. */
    signUp: withDefault(flag(), true),
    /** Days without any sign of life after which a session has ended. */
    idleDays: withDefault(number({ min: 1, max: 30, whole: true }), 7),
    /** Days after which a session has ended in any case. */
    absoluteDays: withDefault(number({ min: 1, max: 90, whole: true }), 14),
    /** Minutes without a touch after which a shared device locks itself; 0 is never. */
    lockMinutes: withDefault(number({ min: 0, max: 240, whole: true }), 10),
    mailHost: guarded('edit', maybe(text(200))),
    mailPort: guarded('edit', maybe(number({ min: 1, max: 65_535, whole: true }))),
    mailSecurity: guarded('edit', withDefault(choice(['starttls', 'tls', 'none']), 'starttls')),
    mailUser: guarded('edit', maybe(text(200))),
    mailFrom: guarded('edit', maybe(email())),
    /** Couriers that the server can ask by itself; all others are worked with by hand. */
    couriers: guarded(
      'edit',
      withDefault(
        lines({
          courier: listItem(courier),
          /** What all that is asked of it begins with. */
          address: text(300),
          /** Where the key goes: `Authorization: Bearer`, or `X-Api-Key`. */
          keyIn: withDefault(choice(['bearer', 'apiKey']), 'bearer'),
        }),
        [],
      ),
    ),
  },
  title: 'companyName',
  search: [],
  offline: { keep: 'all', write: false },
  confirm: true,
  single: true,
})
/**
 * What says where mail goes, through whose account, and in whose name: links that open accounts are in it. Whoever has the
 * account may find there what was sent.
 */
export const whereMailGoes = ['mailHost', 'mailPort', 'mailSecurity', 'mailUser', 'mailFrom'] as const

export type GeneralSetting = RowOf<typeof generalSetting>
