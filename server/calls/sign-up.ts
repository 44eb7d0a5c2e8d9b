import { signUpCall } from '#contract/calls/session.ts'
import { user } from '#contract/modules/access/user.ts'
import { problem } from '#contract/problem.ts'
import { byServer } from '#server/crud/by-server.ts'
import { invalid } from '#server/crud/invalid.ts'
import { answer } from '#server/lib/answer.ts'
import { audit, whereFrom } from '#server/lib/audit.ts'
import type { App } from '#server/lib/http.ts'
import { storePassword } from '#server/lib/passwords.ts'
import { weakness } from '#server/lib/password-strength.ts'
import { findAccount, readHouse } from '#server/lib/people.ts'
import { count, type Throttle } from '#server/lib/throttle.ts'
import { addressKey, type Means } from './means.ts'
import { enter } from './session.ts'

/** Tries from one address, taken names and weak passwords included: it is no way to ask which usernames there are. */
const perAddressAndHour: Throttle = {
  free: 20,
  first: 3_600,
  longest: 3_600,
  forget: 3_600,
  sliding: false,
  forgives: false,
}

/** Anybody may ask for an account, where the business allows it; it may do nothing until an administrator lets it in. */
export function signUpRoutes(api: App, means: Means) {
  const { database, register, passwords, written } = means
  const { pool } = database

  answer(
    api,
    signUpCall,
    async ({ password, device, ...person }, request) => {
      const { rows } = await pool.query<{ open: boolean }>('select sign_up as open from general_setting')
      if (rows[0]?.open === false)
        throw problem('forbidden', 'Accounts are made by an administrator here. Ask for one.')
      await count(pool, [{ key: addressKey('sign-up', request), limit: perAddressAndHour }])
      const { companyName } = await readHouse(pool)
      const weak = await weakness(password, { ...person, companyName })
      if (weak) throw invalid({ password: weak })
      const hash = await passwords.hash(password)
      await byServer(written, { actor: null, request: request.id }, async deeds => {
        const made = await deeds.create(user, { ...person, stage: 'pending' })
        await storePassword(deeds.also, made.id, hash)
        const event = { kind: 'signed-up', actor: made.id, subject: person.username, ...whereFrom(request) }
        await audit({ query: deeds.also }, event)
      })
      const account = await findAccount(pool, register, person.username)
      if (!account) throw problem('not-now', 'Your account was made, but not opened. Please sign in.')
      return enter(means, account, { device }, request)
    },
    { essential: true },
  )
}
