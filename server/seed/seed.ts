import { randomBytes, randomUUID } from 'node:crypto'
import type { Actor } from '#contract/actor.ts'
import { isList, type List } from '#contract/list.ts'
import { seedOf } from '#contract/lists/seeds.ts'
import type { Register, Seed } from '#contract/module.ts'
import { allPermissions, notificationKinds } from '#contract/permissions.ts'
import { register as shipped } from '#contract/register.ts'
import type { Writer } from '#server/crud/behaviour.ts'
import { byServer } from '#server/crud/by-server.ts'
import { openRecords } from '#server/crud/records.ts'
import type { Store } from '#server/crud/store.ts'
import type { Database } from '#server/db/connect.ts'
import { hashPassword } from '#server/lib/passwords.ts'
import { addItems } from '#server/lists/paste.ts'
import { behavioursOf } from '#server/modules/index.ts'
import { addGeneralSetting, addPerson, addRoles, hasGeneralSetting, setOneTimePassword, setPassword } from './people.ts'
import { standardRoles } from './roles.ts'

type Options = { adminPassword?: string; register?: Register }

/**
 * What an empty database begins with: the lists, the standard roles, the administrator, the general setting. Answers the
 * administrator's one-time password where it made one. A database that has people in it only gets what it lacks.
 */
export async function seed(database: Database, options: Options = {}): Promise<{ adminPassword: string | null }> {
  return alone(database, async () => {
    const written = { store: openRecords(database), writer: writerFor(options.register ?? shipped) }
    const { rows } = await database.pool.query<{ id: number }>('select id from app_user order by id limit 1')
    if (rows[0]) {
      if (!(await hasGeneralSetting(database)))
        await byServer(written, { actor: rows[0].id, request: null }, deeds => addGeneralSetting(deeds))
      return { adminPassword: null }
    }
    return addFirst(written, options)
  })
}

async function addFirst(
  written: { store: Store; writer: Writer },
  options: Options,
): Promise<{ adminPassword: string | null }> {
  const { register } = written.writer
  const admin = await written.store.transaction(tx => tx.nextId())
  await seedLists(written.store, register, admin)

  const made = options.adminPassword === undefined ? oneTimePassword() : null
  const passwordHash = await hashPassword(options.adminPassword ?? made!)
  // All of it or nothing: whoever finds a person here finds a whole beginning.
  await byServer(written, { actor: admin, request: null }, async deeds => {
    const roles = await addRoles(deeds, standardRoles)
    const administrator = {
      name: 'Administrator',
      username: 'admin',
      email: 'admin@caredesk.example',
      roles: [roles.get('Administrator')],
      notificationPermission: notificationKinds,
      stage: 'active',
    }
    await addPerson(deeds, administrator, null, admin)
    // One that the installation was given is its own: programs that set it up sign in with it at once.
    await (made === null ? setPassword : setOneTimePassword)(deeds, admin, passwordHash)
    await addGeneralSetting(deeds)
  })
  return { adminPassword: made }
}

export const oneTimePassword = () => randomBytes(12).toString('base64url')

/** Two servers that start at once on one database take turns. */
export async function alone<T>(database: Database, work: () => Promise<T>): Promise<T> {
  const client = await database.pool.connect()
  try {
    await client.query(`select pg_advisory_lock(hashtextextended('caredesk seed', 0))`)
    const result = await work()
    await client.query(`select pg_advisory_unlock(hashtextextended('caredesk seed', 0))`)
    client.release()
    return result
  } catch (error) {
    // The lock goes with the connection.
    client.release(true)
    throw error
  }
}

/** A person who may do everything: who seeds write as. */
export const seeder = (id: number): Actor => ({
  id,
  permissions: new Set(allPermissions),
  branch: null,
  scopes: {},
  approves: new Set(),
  statusPermission: 'all',
})

export const writerFor = (register: Register): Writer => ({
  register,
  behaviourOf: behavioursOf,
  now: () => new Date(),
})

async function seedLists(store: Store, register: Register, admin: number) {
  const byName = new Map<string, Map<string, number>>()
  for (const list of parentsFirst(Object.values(register).filter(isList))) {
    const parents = byName.get(list.list.parent ?? '')
    const items = seedOf(list).map(seed => itemOf(seed, parents))
    byName.set(list.name, await seedItems(store, register, list, admin, items))
  }
}

const itemOf = ({ parent, ...item }: Seed, parents: Map<string, number> | undefined): Record<string, unknown> =>
  parent === undefined ? item : { ...item, parent: parents?.get(parent) }

const parentsFirst = (lists: List[]): List[] => {
  const depth = (list: List): number => {
    const parent = lists.find(other => other.name === list.list.parent && other !== list)
    return parent ? depth(parent) + 1 : 0
  }
  return lists.toSorted((a, b) => depth(a) - depth(b))
}

/** Adds items to a list and answers the ids of all of them by label. */
export async function seedItems(
  store: Store,
  register: Register,
  list: List,
  actor: number,
  items: Record<string, unknown>[],
): Promise<Map<string, number>> {
  const author = { actor: seeder(actor), request: null, mid: randomUUID() }
  return store.transaction(async tx => {
    const { problems } = await addItems(writerFor(register), tx, list, author, items)
    if (problems[0]) throw new Error(`${list.name} ${JSON.stringify(items[problems[0].index])}: ${problems[0].message}`)
    return new Map((await tx.inOrder(list, 'position', {})).map(item => [item.label as string, item.id]))
  })
}
