import type { FastifyRequest } from 'fastify'
import type { PoolClient } from 'pg'
import { changePasswordCall, confirmPasswordCall, linkCall, resetPasswordCall } from '#contract/calls/password.ts'
import { user } from '#contract/modules/access/user.ts'
import { problem } from '#contract/problem.ts'
import { byServer } from '#server/crud/by-server.ts'
import { invalid } from '#server/crud/invalid.ts'
import { answer } from '#server/lib/answer.ts'
import { audit, whereFrom } from '#server/lib/audit.ts'
import { bearerOf } from '#server/lib/bearer.ts'
import type { App } from '#server/lib/http.ts'
import { letters } from '#server/lib/mail-texts.ts'
import { endLinks, findLink, useLink, type LinkFound } from '#server/lib/password-links.ts'
import { storePassword } from '#server/lib/passwords.ts'
import { weakness, type Whose } from '#server/lib/password-strength.ts'
import { readHouse } from '#server/lib/people.ts'
import { confirmSession, endSessionsOf, forgetDevices, renewToken } from '#server/lib/sessions.ts'
import { forgive, guess } from '#server/lib/throttle.ts'
import { inTransaction, runOn } from '#server/lib/transaction.ts'
import { isStillInReach } from '#server/modules/access/reach.ts'
import { addressCounter, alarm, nameKey, ownCounter, type Means } from './means.ts'
import { tell } from './tell.ts'

/** Choosing a password with a link, changing one's own, and typing it again before something risky. */
export function passwordRoutes(api: App, means: Means) {
  const { database, register, passwords, written } = means
  const { pool } = database

  const openLink = async (token: string): Promise<LinkFound | null> => {
    const link = await findLink(pool, token)
    if (!link || link.madeBy === null) return link
    return (await isStillInReach(pool, register, link.madeBy, link.userId)) ? link : null
  }
  const linkOf = async (token: string, request: FastifyRequest): Promise<LinkFound> => {
    const counters = [addressCounter('link', request)]
    const link = await guess(pool, counters, () => openLink(token), Boolean, alarm(means, request))
    if (!link) throw dead()
    return link
  }
  const chosen = async (field: string, password: string, whose: Omit<Whose, 'companyName'>): Promise<string> => {
    const { companyName } = await readHouse(pool)
    const weak = await weakness(password, { ...whose, companyName })
    if (weak) throw invalid({ [field]: weak })
    return passwords.hash(password)
  }

  answer(api, linkCall, async ({ token }, request) => {
    const { kind, name, username } = await linkOf(token, request)
    return { kind, name, username }
  })

  answer(
    api,
    resetPasswordCall,
    async ({ token, password }, request) => {
      const link = await linkOf(token, request)
      const { userId, username, kind } = link
      const hash = await chosen('password', password, link)
      await byServer(written, { actor: userId, request: request.id }, async ({ also, load, update }) => {
        if (!(await useLink(also, token))) throw dead()
        await storePassword(also, userId, hash)
        await endSessionsOf(also, userId, {}, 'password-reset')
        await forgetDevices(also, userId, null)
        await also('delete from link_wish where user_id = $1', [userId])
        const row = kind === 'invitation' && (await load(user, userId))
        if (row) await update(user, row, { stage: 'active' })
        const what = kind === 'invitation' ? 'invitation-accepted' : 'password-reset'
        await audit({ query: also }, { kind: what, actor: userId, subject: username, ...whereFrom(request) })
      })
      // Whoever made others wait for this account must not make its person wait now.
      await forgive(pool, [nameKey('sign-in', username)])
      if (kind === 'reset') tellOfChange({ id: userId, ...link }, request)
      return { username }
    },
    { essential: true },
  )

  const prove = async (password: string, request: FastifyRequest) => {
    const { id, username } = request.person
    const { rows } = await pool.query<{ hash: string }>('select hash from user_password where user_id = $1', [id])
    const isRight = await guess(
      pool,
      [ownCounter(id)],
      () => passwords.matches(rows[0]?.hash ?? null, password),
      right => right,
      alarm(means, request, username),
    )
    if (isRight) return
    await audit(pool, { kind: 'confirm-failed', actor: id, subject: username, ...whereFrom(request) })
    throw invalid({ password: 'This is not your password.' })
  }

  answer(
    api,
    changePasswordCall,
    async ({ password, newPassword, renew }, request) => {
      const { person, sessionId } = request
      await prove(password, request)
      if (newPassword.normalize('NFC') === password.normalize('NFC'))
        throw invalid({ newPassword: 'This is the password that you have now.' })
      const hash = await chosen('newPassword', newPassword, person)
      const token = await inTransaction(pool, async client => {
        const run = runOn(client)
        await storePassword(run, person.id, hash)
        await endLinks(run, person.id)
        await endSessionsOf(run, person.id, { but: sessionId }, 'password-changed')
        await forgetDevices(run, person.id, sessionId)
        await audit(client, {
          kind: 'password-changed',
          actor: person.id,
          subject: person.username,
          ...whereFrom(request),
        })
        return renew ? renewed(client, request) : undefined
      })
      tellOfChange(person, request)
      return token ? { token } : {}
    },
    { pending: true, essential: true },
  )

  answer(
    api,
    confirmPasswordCall,
    async ({ password }, request) => {
      await prove(password, request)
      const { id, username } = request.person
      return inTransaction(pool, async client => {
        await audit(client, { kind: 'confirmed', actor: id, subject: username, ...whereFrom(request) })
        const until = await confirmSession(client, request.sessionId)
        const token = await renewed(client, request)
        return { until, ...(token ? { token } : {}) }
      })
    },
    { pending: true, essential: true },
  )

  function tellOfChange(person: Parameters<typeof tell>[2], request: FastifyRequest) {
    tell(means, whereFrom(request), person, (whom, house) => letters.passwordChanged(whom, house, new Date()))
  }
}

/** Who has just proved who they are goes on with another token: what was copied of the one before is of no use. */
const renewed = (client: PoolClient, request: FastifyRequest) =>
  renewToken(client, request.sessionId, bearerOf(request) ?? '')

const dead = () => problem('invalid', 'This link does not work any more. Ask for a new one.')
