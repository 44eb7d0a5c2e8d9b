import { inTransaction } from '#server/lib/transaction.ts'
import type { Store } from '#server/crud/store.ts'
import type { Database } from '#server/db/connect.ts'
import type { StandardRole } from './roles.ts'

/** Roles and people are no records of the register yet, so that these statements are the only ones that make them here. */
export async function addRoles(
  database: Database,
  store: Store,
  roles: StandardRole[],
  actor: number,
): Promise<Map<string, number>> {
  const ids = new Map<string, number>()
  for (const { name } of roles) ids.set(name, await store.transaction(tx => tx.nextId()))
  await inTransaction(database.pool, async client => {
    for (const { name, permissions, scopes, approves } of roles)
      await client.query(
        `insert into role (id, created_by, updated_by, name, permissions, scopes, approves) values ($1, $2, $2, $3, $4, $5, $6)
         on conflict do nothing`,
        [ids.get(name), actor, name, permissions, JSON.stringify(scopes), approves],
      )
  })
  // A start that was cut short may have left them.
  const { rows } = await database.pool.query<{ id: number; name: string }>(
    'select id, name from role where archived_at is null',
  )
  return new Map(rows.map(({ id, name }) => [name, id]))
}

export type Newcomer = {
  id: number
  name: string
  username: string
  email: string
  passwordHash: string
  roles: number[]
  branch: number | null
}

export const addPerson = (database: Database, person: Newcomer, actor: number) =>
  database.pool.query(
    `insert into app_user (id, created_by, updated_by, name, username, email, password_hash, roles, branch, state)
     values ($1, $2, $2, $3, $4, $5, $6, $7, $8, 'active')`,
    [person.id, actor, person.name, person.username, person.email, person.passwordHash, person.roles, person.branch],
  )
