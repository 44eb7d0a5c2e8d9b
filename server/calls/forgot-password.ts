import { forgotPasswordCall } from '#contract/calls/password.ts'
import { answer } from '#server/lib/answer.ts'
import { audit, whereFrom } from '#server/lib/audit.ts'
import type { App } from '#server/lib/http.ts'
import { letters } from '#server/lib/mail-texts.ts'
import { linkAddress, makeLink } from '#server/lib/password-links.ts'
import { findAccount } from '#server/lib/people.ts'
import { count, type Throttle } from '#server/lib/throttle.ts'
import { inTransaction, runOn } from '#server/lib/transaction.ts'
import { isMailTrusted } from '#server/modules/access/reach.ts'
import { addressKey, nameKey, type Means } from './means.ts'
import { send } from './tell.ts'

/** Nobody's mailbox is filled by strangers, and nobody fills many from one place. */
const perName: Throttle = { free: 3, first: 300, longest: 3_600, forget: 3_600, sliding: true, forgives: false }
const perPlace: Throttle = { free: 20, first: 900, longest: 3_600, forget: 3_600, sliding: false, forgives: false }

const MESSAGE =
  'If there is such an account, a link to choose a new password is on its way, or an administrator will hand it over.'

/** Asks for a link. Everything that depends on whether there is such an account happens after the answer. */
export function forgotPasswordRoutes(api: App, means: Means) {
  const { database, register, mailer, env } = means
  const { pool } = database

  answer(api, forgotPasswordCall, async ({ username }, request) => {
    await count(pool, [
      { key: addressKey('forgot', request), limit: perPlace },
      { key: nameKey('forgot', username), limit: perName },
    ])
    const where = whereFrom(request)
    mailer.later(async () => {
      const account = await findAccount(pool, register, username)
      if (!account) {
        await audit(pool, { kind: 'link-asked', ...where })
        return
      }
      const { person } = account
      // Whether the address of somebody who waits for approval is theirs, nobody knows yet.
      const byMail =
        person.stage === 'active' &&
        env.publicUrl !== undefined &&
        (await mailer.isConfigured()) &&
        (await isMailTrusted(pool, register, person.id))
      const link = await inTransaction(pool, async client => {
        const details = { byMail }
        await audit(client, { kind: 'link-asked', actor: person.id, subject: person.username, ...where, details })
        if (byMail) return makeLink(runOn(client), person.id, 'reset', null)
        await wish(client, person.id)
        return null
      })
      if (!link) return
      const isSent = await send(means, where, person, (whom, house) =>
        letters.reset(whom, house, linkAddress(env.publicUrl, link.token)),
      )
      if (!isSent) await wish(pool, person.id)
    })
    return { message: MESSAGE }
  })
}

/** For an administrator to see. */
const wish = (db: Parameters<typeof runOn>[0], userId: number) =>
  runOn(db)(`insert into link_wish (user_id) values ($1) on conflict (user_id) do update set at = now()`, [userId])
