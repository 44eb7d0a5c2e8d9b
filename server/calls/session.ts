import type { FastifyRequest } from 'fastify'
import type { Pool } from 'pg'
import { meCall, signInCall, signOutCall, type SignInInput } from '#contract/calls/session.ts'
import { problem } from '#contract/problem.ts'
import { answer } from '#server/lib/answer.ts'
import { audit } from '#server/lib/audit.ts'
import { bearerOf } from '#server/lib/bearer.ts'
import type { App, Services } from '#server/lib/http.ts'
import { passwords as newPasswords, type Passwords } from '#server/lib/passwords.ts'
import { findAccount, meOf, readHouse, type Account } from '#server/lib/people.ts'
import { hashOf } from '#server/lib/secrets.ts'
import { endSession, openSession } from '#server/lib/sessions.ts'
import { attempt, forgive, perAccount, perAddress, takeBack } from '#server/lib/throttle.ts'
import { inTransaction } from '#server/lib/transaction.ts'

/** Signing in and out, and who one is. */
export function sessionRoutes(api: App, { database, register }: Services, passwords: Passwords = newPasswords()) {
  const { pool } = database

  answer(
    api,
    signInCall,
    async (input, request) => {
      const keys = keysOf(input, request)
      await refuseGuessing(pool, keys)
      const { account, right } = await judge(input)
      if (!account || !right) {
        // The name is only noted if it is one: people type their password there by mistake.
        await audit(pool, { kind: 'sign-in-failed', ...whereFrom(request), subject: account?.person.username ?? null })
        throw problem('invalid', 'Unable to sign in. The username or the password is not right.')
      }
      const session = await inTransaction(pool, async client => {
        const opened = await openSession(client, account.person.id, {
          userAgent: request.headers['user-agent']?.slice(0, 300) ?? null,
          address: request.ip,
        })
        const { id, username } = account.person
        await audit(client, {
          kind: 'signed-in',
          actor: id,
          subject: username,
          ...whereFrom(request),
          details: { session: opened.id },
        })
        return opened
      })
      await forgive(pool, keys.account)
      await takeBack(pool, keys.address)
      const me = meOf(account.person, account.actor, await readHouse(pool))
      return { ...me, token: session.token, revocation: session.revocation, sealKey: '' }

      async function judge({ username, password }: SignInInput): Promise<{ account: Account | null; right: boolean }> {
        try {
          const account = await findAccount(pool, register, username.trim())
          return { account, right: await passwords.matches(account?.passwordHash ?? null, password) }
        } catch (error) {
          await takeBack(pool, keys.account)
          await takeBack(pool, keys.address)
          throw error
        }
      }
    },
    { essential: true },
  )

  answer(
    api,
    signOutCall,
    async (input, request) => {
      const token = bearerOf(request)
      const by = input?.revocation ? { revocation: input.revocation } : token ? { token } : null
      const ended = by && (await endSession(pool, by))
      if (ended)
        await audit(pool, {
          kind: 'signed-out',
          actor: ended.userId,
          ...whereFrom(request),
          details: { session: ended.id },
        })
      return {}
    },
    { essential: true },
  )

  answer(api, meCall, async (_, request) => meOf(request.person, request.actor, await readHouse(pool)), {
    pending: true,
  })
}

const whereFrom = (request: FastifyRequest) => ({ address: request.ip, requestId: request.id })

type Keys = { account: string; address: string }

/** The names are hashed: what somebody typed as a username is not ours to keep. */
const keysOf = (input: SignInInput, request: FastifyRequest): Keys => ({
  account: `sign-in:account:${hashOf(input.username.trim().toLowerCase()).toString('base64url')}`,
  address: `sign-in:address:${request.ip}`,
})

async function refuseGuessing(pool: Pool, keys: Keys) {
  const byAddress = await attempt(pool, keys.address, perAddress)
  const byAccount = byAddress > 0 ? 0 : await attempt(pool, keys.account, perAccount)
  if (byAccount > 0) await takeBack(pool, keys.address)
  const wait = Math.max(byAddress, byAccount)
  if (wait > 0) throw problem('too-many', 'Too many attempts. Please wait before you try again.', { retryAfter: wait })
}
