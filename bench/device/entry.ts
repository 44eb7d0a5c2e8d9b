import { register } from '#contract/register.ts'
import { customer } from '#contract/modules/people/customer.ts'
import { metaIn } from '#src/offline/keep-meta.ts'
import { leasedIds } from '#src/offline/ids.ts'
import { deviceId, readSession } from '#src/offline/device.ts'
import { openOutbox } from '#src/offline/outbox/outbox.ts'
import { enqueue } from '#src/offline/outbox/machine.ts'
import { countUnsent } from '#src/offline/outbox/count.ts'
import { outboxIn } from '#src/offline/outbox/store.ts'
import { openUserDb, readCursor, type UserDb } from '#src/offline/user-db.ts'
import { queryRows } from '#src/data/local-query.ts'
import type { Row } from '#contract/module.ts'
import { searchText } from '#contract/search-words.ts'
import { shortCode } from '#contract/short-code.ts'
import { actorFrom } from '#contract/actor.ts'
import { unit } from '#contract/modules/stock/unit.ts'
import { findScanned } from '#src/scan/find.ts'
import { customers } from '../customers.ts'
import { serialOf, unitsOnShelves } from '../units.ts'

/** What the shipped app works with, on the product's own origin: started by text over the debugger. */
async function open() {
  const session = (await readSession())!
  const db = await openUserDb(session.userId, register)
  const device = await deviceId()
  return { db, userId: session.userId, device, ids: leasedIds(metaIn(db), device) }
}

const nothing = () => undefined

/** Numbers for new records in hand, as after a while with a connection. */
async function prepare(): Promise<void> {
  const { db, ids } = await open()
  await ids.refill()
  db.close()
}

/** Keeps wishes for later, as a day without a connection leaves them: each customer is made, and then changed. */
async function plant(count: number): Promise<void> {
  const { db, userId, device, ids } = await open()
  const store = outboxIn(db, register)
  for (let from = 0; from < count; from += 100) {
    const made: { id: number; name: string }[] = []
    for (let n = from; n < Math.min(count, from + 100); n += 2) made.push({ id: await ids.nextId(), name: `Late ${n}` })
    const common = { userId, deviceId: device, at: Date.now(), clockOffset: 0, build: 'bench', opV: 1 }
    await store.change({ lanes: made.map(({ id }) => `customer:${id}`) }, books => {
      for (const { id, name } of made) {
        const of = { ...common, id, lane: `customer:${id}` }
        enqueue(books, {
          ...of,
          mid: crypto.randomUUID(),
          op: 'customer.create',
          args: newCustomer(name, id),
          base: null,
        })
        const base = { version: 1, fields: { riskReason: null } }
        enqueue(books, {
          ...of,
          mid: crypto.randomUUID(),
          op: 'customer.change',
          args: { riskReason: 'Came by' },
          base,
        })
      }
    })
  }
  db.close()
}

const newCustomer = (name: string, line: number) => ({
  name,
  type: 'person',
  phones: [{ id: line, number: '+919820000100' }],
  emails: [],
  addresses: [],
})

/** How long each wish takes until it is kept, and beside it one strict transaction that puts the same row; in ms. */
async function keeping(count: number): Promise<{ ours: number[]; bare: number[] }> {
  const { db, userId, device: deviceId, ids } = await open()
  const outbox = openOutbox({ db, register, userId, deviceId, ids, onWritten: nothing, onChanged: nothing })
  const ours: number[] = []
  const bare: number[] = []
  const raw = await bareStore()
  for (let n = 0; n < count; n += 1) {
    await pause()
    let began = performance.now()
    const wish = {
      op: 'customer.create',
      opV: 1,
      id: null,
      args: newCustomer(`Here ${n}`, await ids.nextId()),
      base: null,
    }
    await outbox.wish(wish)
    ours.push(performance.now() - began)

    const row = (await db.outbox.orderBy('seq').last())!
    await pause()
    began = performance.now()
    await putStrict(raw, row)
    bare.push(performance.now() - began)
  }
  outbox.stop()
  db.close()
  raw.close()
  return { ours, bare }
}

/** What the page does about the change before is over: nobody, and no scanner, says more than four things a second. */
const pause = () => new Promise(resolve => setTimeout(resolve, 250))

const bareStore = () =>
  new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open('bare', 1)
    request.addEventListener('upgradeneeded', () => request.result.createObjectStore('ops', { keyPath: 'seq' }))
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error!))
  })

const putStrict = (db: IDBDatabase, row: unknown) =>
  new Promise<void>((resolve, reject) => {
    const step = db.transaction('ops', 'readwrite', { durability: 'strict' })
    step.objectStore('ops').put(row)
    step.addEventListener('complete', () => resolve())
    step.addEventListener('abort', () => reject(step.error!))
  })

let opened: ReturnType<typeof open> | null = null

/** Opened once: looking must not be what is measured. */
async function waiting(): Promise<number> {
  return countUnsent((await (opened ??= open())).db)
}

/** How many records this device holds, and whether everything has come. */
async function held(): Promise<{ rows: number; done: boolean }> {
  const { db } = await open()
  const done = (await readCursor(db)) !== undefined
  const counts = await Promise.all(db.tables.filter(isRecords).map(table => table.count()))
  db.close()
  return { rows: counts.reduce((sum, count) => sum + count, 0), done }
}

const isRecords = ({ name }: { name: string }) => name === 'lists' || name.startsWith('rec_')

/**
 * Fills the device with customers and looks for words in them as a list does. In ms: reading all that is kept, the first
 * rows of the list, and for each word the slower of two looks, with looking through as many bare texts beside it.
 */
async function searching(count: number, typed: readonly string[], shown: number) {
  const { db } = await open()
  await fill(db, customers(count))
  let began = performance.now()
  const kept = await db.table('rec_customer').toArray()
  const rows = kept.flatMap(({ row }: { row: Row | null }) => row ?? [])
  const reading = performance.now() - began
  const house = { now: new Date(), timeZone: 'UTC' }
  const list = (q?: string) => queryRows(customer, rows, q === undefined ? {} : { q }, house).slice(0, shown)
  const texts = rows.map(row => searchText(customer, row))
  const timed = (work: () => unknown) => {
    began = performance.now()
    work()
    return performance.now() - began
  }
  const twice = (work: () => unknown) => Math.max(timed(work), timed(work))
  const first = timed(list)
  // What is made ready once (folded texts) is there from the second letter on.
  list('x')
  const each = typed.map(q => twice(() => list(q)))
  const bare = typed.map(q => twice(() => texts.filter(text => text.includes(q))))
  db.close()
  return { reading, first, each, bare }
}

async function fill(db: UserDb, rows: readonly Row[], module = 'customer') {
  const g = (await readCursor(db))?.g ?? 0
  for (let from = 0; from < rows.length; from += 5_000)
    await db
      .table(`rec_${module}`)
      .bulkPut(rows.slice(from, from + 5_000).map(row => ({ id: row.id, t: module, v: 1, g, on: 1, row })))
}

/**
 * Fills the device with devices and reads scans as the page of the scanner does, each in every way in which it may come. In ms: how
 * long each took until its record was known, and beside them bare looks along one index.
 */
async function scanning(count: number, looks: number) {
  const { db } = await open()
  await fill(db, unitsOnShelves(count), unit.name)
  const actor = actorFrom((await readSession())!.actor!)
  const ways: Record<string, (serial: string, id: number) => string> = {
    'as it is printed': serial => serial,
    'by its label': (_, id) => `${location.origin}/s/${shortCode(unit, id)}`,
    'with Caps Lock on': serial => serial.toLowerCase(),
    'in letters of both cases': serial => `${serial.slice(0, 2).toLowerCase()}${serial.slice(2)}`,
    'without its hyphen': serial => serial.replace('-', ''),
  }
  const table = db.table(`rec_${unit.name}`)
  const ours: Record<string, number[]> = {}
  const bare: number[] = []
  for (const [way, codeOf] of Object.entries(ways)) {
    const times: number[] = (ours[way] = [])
    for (let look = 0; look < looks; look += 1) {
      const id = 1 + ((look * 7_919) % count)
      const serial = serialOf(id)
      let began = performance.now()
      const verdict = await findScanned(codeOf(serial, id), { db, register, actor })
      times.push(performance.now() - began)
      if (verdict.is !== 'found' || verdict.hit.id !== id) throw new Error(`${serial} ${way}: ${verdict.is}`)
      began = performance.now()
      await table.where('row.serial').equals(serial).first()
      bare.push(performance.now() - began)
    }
  }
  db.close()
  return { ours, bare }
}

Object.assign(globalThis, { device: { prepare, plant, keeping, waiting, held, searching, scanning } })
