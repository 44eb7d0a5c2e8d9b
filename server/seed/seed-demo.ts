import { isList } from '#contract/list.ts'
import { modules } from '#contract/modules/index.ts'
import { register } from '#contract/register.ts'
import { byServer } from '#server/crud/by-server.ts'
import { openRecords } from '#server/crud/records.ts'
import type { Written } from '#server/crud/routes.ts'
import type { Store } from '#server/crud/store.ts'
import type { Database } from '#server/db/connect.ts'
import { hashPassword } from '#server/lib/passwords.ts'
import {
  areas,
  branches,
  cities,
  demoHours,
  demoOrderHours,
  demoRoles,
  house,
  moreItems,
  people,
  type DemoBranch,
} from './demo-business.ts'
import { addPerson, setPassword } from './people.ts'
import type { Ground } from './maker.ts'
import { demoDealers } from './seed-dealers.ts'
import { demoDispatches } from './seed-dispatches.ts'
import { demoGoods } from './seed-goods.ts'
import { demoInquiries } from './seed-inquiries.ts'
import { demoInvoices, demoJobInvoices } from './seed-invoices.ts'
import { demoMaintenances } from './seed-maintenances.ts'
import { demoReferralCodes } from './seed-referral-codes.ts'
import { demoReplacements } from './seed-replacements.ts'
import { demoStockCount } from './seed-stock-counts.ts'
import { demoOrders } from './seed-orders.ts'
import { demoTasks } from './seed-tasks.ts'
import { alone, seedItems, writerFor } from './seed.ts'

/** A believable business to try things on, and people to sign in as. Runs after seed(); a second time does nothing. */
export async function seedDemo(database: Database): Promise<void> {
  await alone(database, async () => {
    const { rows } = await database.pool.query<{ id: number; username: string }>('select id, username from app_user')
    const known = new Set(rows.map(({ username }) => username))
    const admin = rows.find(({ username }) => username === 'admin')?.id
    if (!admin) return
    const written = { store: openRecords(database), writer: writerFor(register) }
    if (people.every(({ username }) => known.has(username))) return restOnce(database, written, admin)
    const items = await demoLists(written.store, admin)
    const branchIds = await demoBranches(written, admin, items)
    await demoPeople(written, admin, branchIds)
    await restOnce(database, written, admin)
  })
}

/** A demo from before a module existed gets its records at its next start. */
async function restOnce({ pool }: Database, written: Written, admin: number) {
  type Table =
    | 'product'
    | 'task'
    | 'inquiry'
    | 'sales_order'
    | 'referral_code'
    | 'dispatch'
    | 'order_invoice'
    | 'maintenance'
    | 'maintenance_invoice'
    | 'replacement'
    | 'stock_count'
    | 'dealer'
  const isEmpty = async (table: Table) => (await pool.query(`select 1 from ${table} limit 1`)).rows.length === 0
  if (await isEmpty('product')) await demoGoods(written, await groundOf(pool, admin))
  if (await isEmpty('task')) await demoTasks(written, await groundOf(pool, admin))
  if (await isEmpty('inquiry')) await demoInquiries(written, await groundOf(pool, admin))
  if (await isEmpty('referral_code')) await demoReferralCodes(written, await groundOf(pool, admin))
  if (await isEmpty('sales_order')) await demoOrders(written, await groundOf(pool, admin))
  if (await isEmpty('dispatch')) await demoDispatches(written, await groundOf(pool, admin))
  if (await isEmpty('order_invoice')) await demoInvoices(written, await groundOf(pool, admin))
  if (await isEmpty('maintenance')) await demoMaintenances(written, await groundOf(pool, admin))
  if (await isEmpty('maintenance_invoice')) await demoJobInvoices(written, await groundOf(pool, admin))
  if (await isEmpty('replacement')) await demoReplacements(written, await groundOf(pool, admin))
  if (await isEmpty('stock_count')) await demoStockCount(written, await groundOf(pool, admin))
  // Last: their branches, customers and orders are none that anything before is made of.
  if (await isEmpty('dealer')) await demoDealers(written, await groundOf(pool, admin))
}

async function groundOf(pool: Database['pool'], admin: number): Promise<Ground> {
  type Item = { id: number; list: string; label: string; parent: number | null; pincodes: string | null }
  const { rows: items } = await pool.query<Item>(
    `select id, list, label, parent, extra ->> 'pincodes' as pincodes from list_item where archived_at is null`,
  )
  const named = async (sql: string) =>
    new Map((await pool.query<{ name: string; id: number }>(sql)).rows.map(({ name, id }) => [name, id]))
  const areasOf = (city: number) =>
    items.flatMap(({ list, parent, id, pincodes }) =>
      list === 'area' && parent === city ? [{ id, pincode: pincodes?.split(',')[0]?.trim() ?? '' }] : [],
    )
  return {
    admin,
    people: await named('select username as name, id from app_user'),
    branches: await named('select name, id from dealer_branch'),
    item: (list, label) => items.find(item => item.list === list && item.label === label)?.id ?? null,
    cities: items
      .filter(({ list }) => list === 'city')
      .map(({ id, label, parent }) => ({
        id,
        label,
        state: parent,
        stateLabel: items.find(item => item.id === parent)?.label ?? '',
        areas: areasOf(id),
      })),
    now: new Date(),
  }
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

const demoBranches = (written: Written, admin: number, items: Items): Promise<Map<string, number>> =>
  byServer(written, { actor: admin, request: null }, async deeds => {
    const module = register.dealerBranch!
    const there = await deeds.tx.where(module, 'archivedAt', null)
    const ids = new Map(there.map(({ id, name }) => [name as string, id]))
    for (const branch of branches)
      if (!ids.has(branch.name)) ids.set(branch.name, (await deeds.create(module, inputOf(branch, items))).id)
    return ids
  })

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

async function demoPeople(written: Written, admin: number, branchIds: Map<string, number>) {
  const hashes = new Map<string, string>()
  for (const { username, password } of people) if (password) hashes.set(username, await hashPassword(password))
  const { role, user, generalSetting } = modules
  await byServer(written, { actor: admin, request: null }, async deeds => {
    const there = await deeds.tx.where(role, 'archivedAt', null)
    const roles = new Map(there.map(({ id, name }) => [name as string, id]))
    for (const more of demoRoles) if (!roles.has(more.name)) roles.set(more.name, (await deeds.create(role, more)).id)

    for (const { role: held, branch, password: _password, ...person } of people) {
      const hash = hashes.get(person.username) ?? null
      const [known] = await deeds.tx.where(user, 'username', person.username)
      if (known?.id === admin) {
        await deeds.update(user, known, { name: person.name, phone: person.phone })
        await setPassword(deeds, admin, hash!)
      } else if (!known) {
        const input = { ...person, roles: held ? [roles.get(held)] : [], branch: branchIds.get(branch) ?? null }
        await addPerson(deeds, input, hash)
      }
    }
    const [setting] = await deeds.tx.where(generalSetting, 'archivedAt', null)
    if (!setting) return
    const stageHours: object[] = []
    for (const one of demoHours) stageHours.push({ id: await deeds.nextId(), ...one })
    const orderHours: object[] = []
    for (const one of demoOrderHours) orderHours.push({ id: await deeds.nextId(), ...one })
    await deeds.update(generalSetting, setting, { ...house, stageHours, orderHours })
  })
}
