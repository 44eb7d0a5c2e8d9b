import { mailPasswordCall, mailStateCall, tryMailCall } from '#contract/calls/general-setting.ts'
import { answer } from '#server/lib/answer.ts'
import { audit, whereFrom } from '#server/lib/audit.ts'
import type { App } from '#server/lib/http.ts'
import { mailTrouble } from '#server/lib/mail.ts'
import { letters } from '#server/lib/mail-texts.ts'
import { readHouse } from '#server/lib/people.ts'
import { readSecret, writeSecret } from '#server/lib/server-secrets.ts'
import { inTransaction } from '#server/lib/transaction.ts'
import { refuseMailPassword } from '#server/modules/access/general-setting.ts'
import type { Means } from './means.ts'

/** The mail server's password, which is no field of any record, and a mail to see whether it all works. */
export function mailRoutes(api: App, { database: { pool }, mailer, env }: Means) {
  answer(api, mailStateCall, async () => ({
    configured: await mailer.isConfigured(),
    hasPassword: (await readSecret(pool, 'mail')) !== null,
  }))

  answer(api, mailPasswordCall, async ({ password }, request) => {
    refuseMailPassword(request.actor)
    const kind = password === null ? 'mail-password-removed' : 'mail-password-set'
    const { id, username } = request.person
    await inTransaction(pool, async client => {
      await writeSecret(client, 'mail', password)
      await audit(client, { kind, actor: id, subject: username, ...whereFrom(request) })
    })
    return {}
  })

  answer(api, tryMailCall, async (_, request) => {
    const { person } = request
    if (!(await mailer.isConfigured())) return { sentTo: null, trouble: 'No mail server and sender are saved yet.' }
    const trouble = await mailer
      .send(person, letters.trial(person, await readHouse(pool)))
      .then(() => null, mailTrouble)
    await audit(pool, {
      kind: 'mail-tried',
      actor: person.id,
      subject: person.username,
      ...whereFrom(request),
      details: { trouble },
    })
    if (trouble) return { sentTo: null, trouble }
    return {
      sentTo: person.email,
      trouble: env.publicUrl ? null : 'Set PUBLIC_URL, or nobody who forgets their password can be sent a link.',
    }
  })
}
