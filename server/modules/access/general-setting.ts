import { isSupportedCountry } from 'libphonenumber-js'
import { generalSetting } from '#contract/modules/access/general-setting.ts'
import { behaviour } from '#server/crud/behaviour.ts'
import { invalid } from '#server/crud/invalid.ts'

/** What no schema can say: that a currency and a time zone exist, and that limits fit each other. */
export const generalSettingBehaviour = behaviour(generalSetting, {
  check({ row }) {
    const fields: Record<string, string> = {}
    if (!Intl.supportedValuesOf('currency').includes(row.currency as string))
      fields.currency = 'This is no currency. Write its three letters, such as INR.'
    if (!isTimeZone(row.timeZone as string))
      fields.timeZone = 'This is no time zone. Write its name, such as Asia/Kolkata.'
    if (!isSupportedCountry(row.country as string))
      fields.country = 'This is no country. Write its two letters, such as IN.'
    if ((row.idleDays as number) > (row.absoluteDays as number))
      fields.absoluteDays = 'A session cannot end before it may be idle for so long.'
    for (const name of ['idleDays', 'absoluteDays', 'lockMinutes', 'mailPort'])
      if (!Number.isInteger(row[name] ?? 0)) fields[name] = 'Write a whole number.'
    if (Object.keys(fields).length > 0) throw invalid(fields)
  },
  on: {
    // The password is for that mail server: whoever names another one must know it.
    async change({ tx, before, row }) {
      if (whereMailGoes.some(name => before?.[name] !== row[name]))
        await tx.also(`delete from server_secret where name = 'mail'`, [])
    },
  },
})

const whereMailGoes = ['mailHost', 'mailPort', 'mailSecurity']

/** Names only: an offset knows no summer. */
function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).format() !== ''
  } catch {
    return false
  }
}
