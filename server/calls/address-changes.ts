import type { App } from '#server/lib/http.ts'
import { letters } from '#server/lib/mail-texts.ts'
import type { Addressee } from '#server/lib/mail.ts'
import type { Means } from './means.ts'
import { send } from './tell.ts'

type Change = Addressee & { username: string; at: string }

/**
 * Tells old addresses that mails no longer go there. The database notes each change, by whatever way it came; after
 * every write that was answered, and at the start, it is looked whether one waits.
 */
export function addressChangeLetters(api: App, means: Means) {
  const { mailer, database } = means
  const tell = (requestId: string, address: string) =>
    mailer.later(async () => {
      const { rows } = await database.pool.query<Change>(
        `delete from address_change returning user_id as id, name, username, email, at`,
      )
      if (rows.length === 0 || !(await mailer.isConfigured())) return
      for (const change of rows)
        await send(means, { address, requestId }, change, (whom, house) =>
          letters.emailChanged(whom, house, new Date(change.at)),
        )
    })
  api.addHook('onResponse', async ({ method, id, ip }, { statusCode }) => {
    if (method !== 'GET' && method !== 'HEAD' && statusCode < 300) tell(id, ip)
  })
}
