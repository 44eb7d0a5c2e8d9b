import { randomUUID } from 'node:crypto'
import { opOf } from '#contract/intent.ts'
import { isList, type List } from '#contract/list.ts'
import type { Module, Row } from '#contract/module.ts'
import { register } from '#contract/register.ts'
import { execute } from '#server/crud/ledger.ts'
import { openRecords } from '#server/crud/records.ts'
import type { Store } from '#server/crud/store.ts'
import type { Database } from '#server/db/connect.ts'
import { hashPassword } from '#server/lib/passwords.ts'
import { areas, branches, cities, moreItems, people, type DemoBranch } from './demo-business.ts'
import { addPerson } from './people.ts'
import { alone, seeder, seedItems, writerFor } from './seed.ts'

/** A believable business to try things on, and people to sign in as. Runs after seed(); a second time does nothing. */
export async function seedDemo(database: Database): Promise<void> {
  await alone(database, async () => {
    const { rows } = await database.pool.query<{ id: number; username: string }>('select id, username from app_user')
    const admin = rows.find(({ username }) => username === 'admin')?.id
    if (!admin || people.every(({ username }) => rows.some(row => row.username === username))) return
    const store = openRecords(database)
    const items = await demoLists(store, admin)
    const branchIds = await demoBranches(database, store, admin, items)
    await demoPeople(database, store, admin, branchIds)
  })
}

type Items = (list: string) => Map<string, number>

async function demoLists(store: Store, admin: number): Promise<Items> {
  const all = new Map<string, Map<string, number>>()
  const add = async (name: string, items: Record<string, unknown>[]) => {
    const list = register[name]
    if (!list || !isList(list)) throw new Error(`The demo knows no list ${name}`)
    all.set(name, await seedItems(store, register, list, admin, items))
  }
  for (const [name, items] of Object.entries(moreItems)) await add(name, items)
  await add('state', [])
  const under = (parents: Map<string, number>, children: Record<string, string[]>) =>
    Object.entries(children).flatMap(([parent, labels]) =>
      labels.map(label => ({ label, parent: parents.get(parent) })),
    )
  await add('city', under(all.get('state')!, cities))
  const areaItems = areas.map(({ city, ...area }) => ({ ...area, parent: all.get('city')!.get(city) }))
  await add('area', areaItems)
  await add('storeType', [])
  return name => all.get(name) ?? new Map<string, number>()
}

async function demoBranches(
  database: Database,
  store: Store,
  admin: number,
  items: Items,
): Promise<Map<string, number>> {
  const module = register.dealerBranch!
  const { rows } = await database.pool.query<{ id: number; name: string }>('select id, name from dealer_branch')
  const ids = new Map(rows.map(({ id, name }) => [name, id]))
  for (const branch of branches) {
    if (ids.has(branch.name)) continue
    const row = await create(store, admin, module, inputOf(branch, items))
    ids.set(branch.name, row.id)
  }
  return ids
}

const inputOf = ({ storeType, address, ...branch }: DemoBranch, items: Items) => ({
  ...branch,
  storeType: items('storeType').get(storeType) ?? null,
  address: {
    line: address.line,
    pincode: address.pincode,
    city: items('city').get(address.city) ?? null,
    area: address.area === undefined ? null : (items('area').get(address.area) ?? null),
  },
})

async function create(store: Store, admin: number, module: Module | List, args: Record<string, unknown>): Promise<Row> {
  const wish = { mid: randomUUID(), op: opOf(module, 'create'), opV: 1, id: null, base: null, args }
  const ask = { wish, actor: seeder(admin), device: null, request: null, offline: false }
  const outcome = await store.transaction(tx => execute(writerFor(register), tx, ask))
  if (outcome.status === 'applied') return outcome.row
  throw new Error(`The demo's ${module.name} was not accepted: ${JSON.stringify(outcome)}`)
}

async function demoPeople(database: Database, store: Store, admin: number, branchIds: Map<string, number>) {
  const { rows: roles } = await database.pool.query<{ id: number; name: string }>('select id, name from role')
  for (const { password, role, branch, ...person } of people) {
    const passwordHash = await hashPassword(password)
    if (person.username === 'admin') {
      await database.pool.query('update app_user set password_hash = $2, name = $3 where id = $1', [
        admin,
        passwordHash,
        person.name,
      ])
      continue
    }
    const id = await store.transaction(tx => tx.nextId())
    const roleIds = roles.filter(({ name }) => name === role).map(({ id }) => id)
    const at = { roles: roleIds, branch: branchIds.get(branch) ?? null }
    await addPerson(database, { id, ...person, passwordHash, ...at }, admin)
  }
}
