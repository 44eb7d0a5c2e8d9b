import { isSupportedCountry } from 'libphonenumber-js'
import type { Actor } from '#contract/actor.ts'
import { managesAccess } from '#contract/grants.ts'
import { same } from '#contract/merge.ts'
import { generalSetting, whereMailGoes, type GeneralSetting } from '#contract/modules/access/general-setting.ts'
import { problem } from '#contract/problem.ts'
import type { Row } from '#contract/module.ts'
import { dropKeys, refuseCouriers, wrongCouriers } from '#server/couriers/named.ts'
import { behaviour } from '#server/crud/behaviour.ts'
import { invalid } from '#server/crud/invalid.ts'

/** What no schema can say: that a currency and a time zone exist, and that limits fit each other. */
export const generalSettingBehaviour = behaviour(generalSetting, {
  check({ before, row, actor, trusted }) {
    if (!trusted && !managesAccess(actor)) {
      refuseMail(before, row)
      refuseCouriers(before, row)
    }
    const fields: Record<string, string> = wrongCouriers(row)
    if (!Intl.supportedValuesOf('currency').includes(row.currency as string))
      fields.currency = 'This is no currency. Write its three letters, such as INR.'
    if (!isTimeZone(row.timeZone as string))
      fields.timeZone = 'This is no time zone. Write its name, such as Asia/Kolkata.'
    if (!isSupportedCountry(row.country as string))
      fields.country = 'This is no country. Write its two letters, such as IN.'
    if ((row.idleDays as number) > (row.absoluteDays as number))
      fields.absoluteDays = 'A session cannot end before it may be idle for so long.'
    for (const name of ['stageHours', 'orderHours'] as const) {
      const said = (row as unknown as GeneralSetting)[name].map(({ stage }) => stage as string)
      for (const [at, stage] of said.entries())
        if (said.indexOf(stage) !== at) fields[`${name}.${at}.stage`] = 'Say it once for each stage.'
    }
    for (const name of ['idleDays', 'absoluteDays', 'lockMinutes', 'mailPort'])
      if (!Number.isInteger(row[name] ?? 0)) fields[name] = 'Enter a whole number.'
    if (Object.keys(fields).length > 0) throw invalid(fields)
  },
  on: {
    // The password is for that mail server: whoever names another one must know it.
    async change({ tx, before, row }) {
      if (passwordIsFor.some(name => before?.[name] !== row[name]))
        await tx.also(`delete from server_secret where name = 'mail'`, [])
      if (!same(before?.couriers, row.couriers)) await dropKeys(tx, before, row)
    },
  },
})

const passwordIsFor = ['mailHost', 'mailPort', 'mailSecurity']

/** Whoever says where mail goes could read the links that open everybody's account. */
function refuseMail(before: Row | null, row: Row) {
  const named = whereMailGoes.filter(name => before?.[name] !== row[name])
  if (named.length === 0) return
  throw problem('forbidden', WHERE_MAIL_GOES, {
    fields: Object.fromEntries(named.map(name => [name, WHERE_MAIL_GOES])),
  })
}

const WHERE_MAIL_GOES = 'Where mail goes is said by somebody who manages access: links that open accounts are in it.'

/** A password opens an account at the mail server, and with many of them says which one: so it says where mail goes. */
export function refuseMailPassword(actor: Actor): void {
  if (!managesAccess(actor)) throw problem('forbidden', WHERE_MAIL_GOES)
}

/** Names only: an offset knows no summer. */
function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).format() !== ''
  } catch {
    return false
  }
}
