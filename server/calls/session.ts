import type { FastifyRequest } from 'fastify'
import {
  doorCall,
  meCall,
  revokeCall,
  signInCall,
  signOutCall,
  type DoorAnswer,
  type SignInAnswer,
  type SignInInput,
} from '#contract/calls/session.ts'
import { problem } from '#contract/problem.ts'
import { answer } from '#server/lib/answer.ts'
import { audit, whereFrom } from '#server/lib/audit.ts'
import { bearerOf } from '#server/lib/bearer.ts'
import { deviceWords } from '#server/lib/device-words.ts'
import type { App } from '#server/lib/http.ts'
import { letters } from '#server/lib/mail-texts.ts'
import { findAccount, meOf, readHouse, type Account } from '#server/lib/people.ts'
import { fileKeyOf, sealKeyOf } from '#server/lib/seal-key.ts'
import { endSession, isKnownDevice, openSession, sessionLasts, type NewSession } from '#server/lib/sessions.ts'
import { forgive, guess, perAccount, type Counter } from '#server/lib/throttle.ts'
import { inTransaction } from '#server/lib/transaction.ts'
import { hashOfMe } from '#server/sync/me.ts'
import { addressCounter, alarm, nameKey, type Means } from './means.ts'
import { tell } from './tell.ts'

/** Signing in and out, and who one is. */
export function sessionRoutes(api: App, means: Means) {
  const { database, register, passwords } = means
  const { pool } = database

  answer(
    api,
    signInCall,
    async (input, request) => {
      const account = await findAccount(pool, register, input.username)
      const hash = account?.passwordHash ?? null
      const counters = await countersOf(means, account, input, request)
      const isRight = await guess(
        pool,
        counters,
        () => passwords.matches(hash, input.password),
        right => right,
        alarm(means, request, account?.person.username),
      )
      if (!account || !hash || !isRight) {
        // The name is only noted if it is one: people type their password there by mistake.
        await audit(pool, { kind: 'sign-in-failed', ...whereFrom(request), subject: account?.person.username ?? null })
        throw wrong()
      }
      await forgive(pool, [nameKey('sign-in', account.person.username)])
      const judged = await renewed(means, account.person.id, hash, input.password)
      return enter(means, account, input, request, judged)
    },
    { essential: true },
  )

  const end = async (by: Parameters<typeof endSession>[1], request: FastifyRequest) => {
    const ended = await endSession(pool, by)
    if (ended)
      await audit(pool, {
        kind: 'signed-out',
        actor: ended.userId,
        ...whereFrom(request),
        details: { session: ended.id },
      })
    return {}
  }

  answer(
    api,
    signOutCall,
    async (input, request) => {
      const token = bearerOf(request)
      if (input?.revocation) return end({ revocation: input.revocation }, request)
      return token ? end({ token }, request) : {}
    },
    { essential: true },
  )

  answer(api, revokeCall, ({ revocation }, request) => end({ revocation }, request), { essential: true })

  answer(
    api,
    meCall,
    async ({ device }, request) => ({
      ...meOf(request.person, request.actor, await readHouse(pool)),
      hash: hashOfMe(request.person, request.actor),
      lasts: await sessionLasts(pool, request.sessionId),
      fileKey: await fileKeyOf(pool, request.person.id),
      ...(device === undefined ? {} : { sealKey: await sealKeyOf(pool, request.person.id, device) }),
    }),
    { pending: true, background: true },
  )

  answer(api, doorCall, async () => {
    const { rows } = await pool.query<DoorAnswer>(
      'select sign_up as "signUp", absolute_days as "keepDays" from general_setting',
    )
    return rows[0] ?? { signUp: true, keepDays: 14 }
  })
}

const wrong = () => problem('invalid', 'Unable to sign in. The username or the password is not right.')

/**
 * Who guesses at an account makes everybody wait who tries it, and whose address is the same; but not its own person on
 * a device of theirs: that has a counter of its own, which nobody can fill who does not know the device's number.
 */
async function countersOf(
  { database }: Means,
  account: Account | null,
  input: SignInInput,
  request: FastifyRequest,
): Promise<Counter[]> {
  const id = account?.person.id ?? null
  if (await isKnownDevice(database.pool, id, input.device))
    return [{ key: `sign-in:device:${id}:${input.device!.toLowerCase()}`, limit: perAccount }]
  // An account has two names, and one counter.
  const key = nameKey('sign-in', account?.person.username ?? input.username)
  return [addressCounter('sign-in', request), { key, limit: perAccount }]
}

/** A hash that was made with other costs is made anew while the password is at hand. Answers the one that holds now. */
async function renewed({ database, passwords }: Means, userId: number, stored: string, password: string) {
  if (!passwords.isDated(stored)) return stored
  const hash = await passwords.hash(password).catch(() => null)
  if (!hash) return stored
  const { rowCount } = await database.pool.query(
    'update user_password set hash = $3 where user_id = $1 and hash = $2',
    [userId, stored, hash],
  )
  return rowCount === 1 ? hash : stored
}

type Door = { device?: string | undefined; keep?: boolean | undefined }

/** Opens a session for somebody who has just shown their password (`judged` is its hash), or has just made an account. */
export async function enter(
  means: Means,
  account: Account,
  { device, keep = true }: Door,
  request: FastifyRequest,
  judged: string | null = null,
): Promise<SignInAnswer> {
  const { pool } = means.database
  const { id, username } = account.person
  const userAgent = request.headers['user-agent']?.slice(0, 300) ?? null
  const isNew = judged === null
  const session = await inTransaction(pool, async client => {
    // It may have been changed, or its person switched off, while it was judged.
    const { rowCount } = await client.query(
      `select 1 from user_password p join app_user u on u.id = p.user_id
       where p.user_id = $1 and ($2::text is null or p.hash = $2)
         and u.stage in ('pending', 'active') and u.archived_at is null for share`,
      [id, judged],
    )
    if (rowCount === 0) throw wrong()
    const opened: NewSession = await openSession(client, id, { userAgent, address: request.ip, device, keep })
    const details = { session: opened.id, ...(opened.newDevice && !isNew ? { newDevice: true } : {}) }
    await audit(client, { kind: 'signed-in', actor: id, subject: username, ...whereFrom(request), details })
    return opened
  })
  if (session.newDevice && !isNew)
    tell(means, whereFrom(request), account.person, (person, house) =>
      letters.newDevice(person, house, deviceWords(userAgent), new Date()),
    )
  return {
    ...meOf(account.person, account.actor, await readHouse(pool)),
    lasts: await sessionLasts(pool, session.id),
    token: session.token,
    revocation: session.revocation,
    sealKey: await sealKeyOf(pool, id, device),
    fileKey: await fileKeyOf(pool, id),
  }
}
