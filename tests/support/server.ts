import { randomUUID } from 'node:crypto'
import type { PoolClient } from 'pg'
import type { RowScope } from '#contract/actor.ts'
import { register } from '#contract/register.ts'
import { buildApp, type AppOptions } from '#server/app.ts'
import { readEnv, type Env } from '#server/env.ts'
import type { App } from '#server/lib/http.ts'
import { inTransaction } from '#server/lib/transaction.ts'
import { newLog } from '#server/plugins/logging.ts'
import { openSession } from '#server/lib/sessions.ts'
import { routes } from '#server/routes.ts'
import { freshDatabase, type FreshDatabase } from './database.ts'

export type TestApp = {
  app: App
  database: FreshDatabase
  /** Starts to listen on a free port, once, and answers where. */
  url(): Promise<string>
  close(): Promise<void>
}
export type TestAppOptions = Partial<Omit<AppOptions, 'env' | 'database' | 'log'>> & {
  /** Hears every line of the log. */
  log?: (line: string) => void
  env?: Partial<Env>
  /** One that is there already; who made it closes it. */
  database?: FreshDatabase
}

const testEnv = readEnv({ NODE_ENV: 'test', LOG_LEVEL: 'silent', REQUESTS_PER_MINUTE: '0' })

/** The shipped server on a database of its own: migrated, empty, without seeds. */
export async function startApp({ env: changed, log, ...options }: TestAppOptions = {}): Promise<TestApp> {
  const database = options.database ?? (await freshDatabase())
  const closeDatabase = async () => {
    if (!options.database) await database.close()
  }
  const env = { ...testEnv, ...changed }
  const app = await buildApp({
    register,
    routes,
    pressure: false,
    env,
    log: newLog(env, log && { write: log }),
    ...options,
    database,
  }).catch(async error => {
    await closeDatabase()
    throw error
  })
  let listening: Promise<string> | undefined
  return {
    app,
    database,
    url: () => (listening ??= app.listen({ port: 0, host: '127.0.0.1' })),
    close: async () => {
      await app.close()
      await closeDatabase()
    },
  }
}

export type Rights = {
  permissions?: readonly string[]
  scopes?: Record<string, RowScope>
  approves?: readonly string[]
  branch?: number | null
  statusPermission?: readonly number[] | 'all'
  stage?: 'invited' | 'pending' | 'active' | 'off'
  username?: string
  email?: string
  passwordHash?: string
  /** Has this person typed their password a moment ago? They have, unless it is said otherwise. */
  confirmed?: boolean
}
export type SignedIn = {
  userId: number
  roleId: number
  username: string
  token: string
  revocation: string
  headers: { authorization: string }
}

let lastId = 900_000_000

/** A person with exactly these rights, in a role of their own, with a session. */
export async function signedIn(
  { database }: { database: Pick<FreshDatabase, 'pool'> },
  rights: Rights = {},
): Promise<SignedIn> {
  const [roleId, userId] = [++lastId, ++lastId]
  const username = rights.username ?? `user-${userId}`
  const session = await inTransaction(database.pool, async client => {
    const scoped = (scope: RowScope) =>
      Object.entries(rights.scopes ?? {}).flatMap(([name, own]) => (own === scope ? [name] : []))
    await client.query(
      `insert into role (id, created_by, updated_by, name, permissions, own_only, branch_only, approves)
       values ($1, 1, 1, $2, $3, $4, $5, $6)`,
      [
        roleId,
        `role ${randomUUID()}`,
        rights.permissions ?? [],
        scoped('own'),
        scoped('branch'),
        rights.approves ?? [],
      ],
    )
    const { statusPermission = 'all' } = rights
    await client.query(
      `insert into app_user (id, created_by, updated_by, name, username, email, roles, branch, any_status, inquiry_statuses, stage)
       values ($1, 1, 1, $2, $2, $3, $4, $5, $6, $7, $8)`,
      [
        userId,
        username,
        rights.email ?? `${username}@caredesk.example`,
        [roleId],
        rights.branch ?? null,
        statusPermission === 'all',
        statusPermission === 'all' ? [] : statusPermission,
        rights.stage ?? 'active',
      ],
    )
    if (rights.passwordHash)
      await client.query('insert into user_password (user_id, hash) values ($1, $2)', [userId, rights.passwordHash])
    return openConfirmed(client, userId, rights.confirmed !== false)
  })
  return { userId, roleId, username, ...session, headers: { authorization: `Bearer ${session.token}` } }
}

async function openConfirmed(client: PoolClient, userId: number, isConfirmed: boolean) {
  const { id, token, revocation } = await openSession(client, userId, {
    userAgent: 'lightMyRequest',
    address: '127.0.0.1',
  })
  if (isConfirmed) await client.query('update user_session set confirmed_at = now() where id = $1', [id])
  return { token, revocation }
}

/** The same person, with another session in the place of one that has ended. */
export async function signInAgain({ database }: { database: Pick<FreshDatabase, 'pool'> }, person: SignedIn) {
  const session = await inTransaction(database.pool, client => openConfirmed(client, person.userId, true))
  Object.assign(person, session)
  person.headers.authorization = `Bearer ${session.token}`
}
