import { modules } from '#contract/modules/index.ts'
import type { User } from '#contract/modules/access/user.ts'
import { register } from '#contract/register.ts'
import { byServer, type Deeds } from '#server/crud/by-server.ts'
import { openRecords } from '#server/crud/records.ts'
import type { Database } from '#server/db/connect.ts'
import { endLinks } from '#server/lib/password-links.ts'
import { hashPassword } from '#server/lib/passwords.ts'
import { endSessionsOf, forgetDevices } from '#server/lib/sessions.ts'
import { liveRoles, managersAmong } from '#server/modules/access/managers.ts'
import { setOneTimePassword } from './people.ts'
import { oneTimePassword, writerFor } from './seed.ts'

/**
 * A new one-time password for somebody who manages access, made at the machine itself: for whoever lost theirs, or never
 * saw it because the first start was cut short. Their sessions and links end.
 */
export async function newAdminPassword(
  database: Database,
  username?: string,
): Promise<{ username: string; password: string }> {
  const password = oneTimePassword()
  const hash = await hashPassword(password)
  const written = { store: openRecords(database), writer: writerFor(register) }
  const person = await byServer(written, { actor: null, request: null }, async deeds => {
    const managers = await managersIn(deeds)
    const chosen = managers.find(manager => manager.username.toLowerCase() === (username ?? 'admin').toLowerCase())
    const named = managers.map(manager => manager.username)
    if (!chosen)
      throw new Error(
        named.length === 0
          ? 'Nobody here manages access yet: start the app once.'
          : `${username ?? 'admin'} does not manage access here. Say one of: ${named.join(', ')}.`,
      )
    await setOneTimePassword(deeds, chosen.id, hash)
    await endSessionsOf(deeds.also, chosen.id, {}, 'password-reset')
    await endLinks(deeds.also, chosen.id)
    await forgetDevices(deeds.also, chosen.id, null)
    await deeds.also(`insert into audit_event (kind, subject, details) values ('password-set-at-machine', $1, '{}')`, [
      chosen.username,
    ])
    return chosen
  })
  return { username: person.username, password }
}

const managersIn = async ({ tx }: Deeds): Promise<User[]> =>
  managersAmong(await tx.where(modules.user, 'stage', 'active'), await liveRoles(tx), register) as unknown as User[]
