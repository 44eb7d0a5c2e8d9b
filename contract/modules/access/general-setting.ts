import { address, choice, email, flag, guarded, maybe, number, phone, text, withDefault } from '../../fields.ts'
import { defineModule, type RowOf } from '../../module.ts'
import { warrantyStarts } from '../../warranty-start.ts'

/** How the business wants the app to be: one record, made with the installation. The password of the mail server is no field. */
export const generalSetting = defineModule({
  name: 'generalSetting',
  code: 113,
  fields: {
    companyName: text(120),
    taxId: maybe(text(40)),
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
    /** Whom people ask who may not open something. */
    helpContact: maybe(text(200)),
    /** May strangers ask for an account? An administrator lets them in. */
    signUp: withDefault(flag(), true),
    /** Days without any sign of life after which a session has ended. */
    idleDays: withDefault(number({ min: 1, max: 30 }), 7),
    /** Days after which a session has ended in any case. */
    absoluteDays: withDefault(number({ min: 1, max: 90 }), 14),
    /** Minutes without a touch after which a shared device locks itself; 0 is never. */
    lockMinutes: withDefault(number({ min: 0, max: 240 }), 10),
    mailHost: guarded('edit', maybe(text(200))),
    mailPort: guarded('edit', maybe(number({ min: 1, max: 65_535 }))),
    mailSecurity: guarded('edit', withDefault(choice(['starttls', 'tls', 'none']), 'starttls')),
    mailUser: guarded('edit', maybe(text(200))),
    mailFrom: guarded('edit', maybe(email())),
  },
  title: 'companyName',
  search: [],
  offline: { keep: 'all', write: false },
  confirm: true,
  single: true,
})
export type GeneralSetting = RowOf<typeof generalSetting>
