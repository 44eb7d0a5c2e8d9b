import type { House } from '#contract/calls/session.ts'
import { audit } from '#server/lib/audit.ts'
import { mailTrouble, type Addressee } from '#server/lib/mail.ts'
import type { Letter } from '#server/lib/mail-texts.ts'
import { readHouse } from '#server/lib/people.ts'
import type { Means } from './means.ts'

type Where = { address: string; requestId: string }
type Named = Addressee & { username: string }

/**
 * Tells a person what happened to their account, after the answer. Who still waits for approval is told nothing: nobody
 * knows yet whether the address is theirs.
 */
export function tell(
  means: Means,
  where: Where,
  person: Named & { stage: string },
  letter: (person: Named, house: House) => Letter,
): void {
  if (person.stage !== 'active') return
  means.mailer.later(async () => {
    if (await means.mailer.isConfigured()) await send(means, where, person, letter)
  })
}

/** Sends a mail; answers whether the mail server took it. What failed is written down without what the mail said. */
export async function send(
  { mailer, database: { pool } }: Means,
  where: Where,
  person: Named,
  letter: (person: Named, house: House) => Letter,
): Promise<boolean> {
  const { subject, text } = letter(person, await readHouse(pool))
  try {
    await mailer.send(person, { subject, text })
    return true
  } catch (error) {
    const details = { subject, trouble: mailTrouble(error) }
    await audit(pool, { kind: 'mail-failed', subject: person.username, ...where, details })
    return false
  }
}
