import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { MergePreview, UndoMergePreview } from '#contract/calls/work.ts'
import { guarded, lineOf, lines, maybe, reference, references, text, tags, withDefault } from '#contract/fields.ts'
import { opOf } from '#contract/intent.ts'
import { defineModule, type Module, type Register, type Row } from '#contract/module.ts'
import { register } from '#contract/register.ts'
import { behaviour, type Writer } from '#server/crud/behaviour.ts'
import { execute } from '#server/crud/ledger.ts'
import { openRecords } from '#server/crud/records.ts'
import { moduleRoutes } from '#server/crud/routes.ts'
import { drift } from '#server/db/drift.ts'
import type { Routes } from '#server/lib/http.ts'
import { withMerge } from '#server/work/merge-behaviour.ts'
import { workRoutes } from '#server/work/routes.ts'
import { actorWith } from '../support/sample-module.ts'
import { signedIn, startApp, type TestApp } from '../support/server.ts'
import { writing, type Writing } from '../support/writing.ts'

/** Made up: two records of it may turn out to be one. */
const guest = defineModule({
  name: 'guest',
  code: 910,
  fields: {
    name: text(),
    mail: maybe(text()),
    secret: guarded('all', maybe(text())),
    friend: maybe(reference('guest')),
    rooms: withDefault(lines({ floor: text(), beds: maybe(text()) }), []),
    tags: tags(),
  },
  given: { mergedInto: reference('guest'), stays: text() },
  title: 'name',
  search: ['name'],
  offline: { keep: 'none', write: true },
  moves: { merge: { args: { into: reference('guest') } }, undoMerge: { archived: true } },
})
/** Made up later, and named nowhere: refers to guests in every way there is, inside lines too. */
const stay = defineModule({
  name: 'stay',
  code: 911,
  fields: {
    subject: text(),
    guest: maybe(reference('guest')),
    party: withDefault(references('guest'), []),
    room: maybe(lineOf('guest')),
    bills: withDefault(
      lines({ what: text(), payer: maybe(reference('guest')), split: withDefault(references('guest'), []) }),
      [],
    ),
  },
  title: 'subject',
  search: ['subject'],
  offline: { keep: 'none', write: true },
})

const all: Register = { ...register, guest, stay }
/** Counts how many stays a guest has, as modules keep their totals. */
const stayBehaviour = behaviour(stay, {
  on: {
    change: async ({ tx, before, row, update }) => {
      for (const id of new Set([before?.guest, row.guest]))
        if (typeof id === 'number') await update(guest, (await tx.load(guest, id))!, { stays: `seen ${randomUUID()}` })
    },
  },
})
const writer: Writer = {
  register: all,
  behaviourOf: module => (module === stay ? stayBehaviour.behaviour : withMerge(module, undefined)),
  now: () => new Date(),
}
const routes: Routes = (api, services) => {
  const written = { store: openRecords(services.database), writer }
  for (const module of [guest, stay]) moduleRoutes(api, services, written, module)
  workRoutes(api, services, written)
}

let server: TestApp
let write: ReturnType<typeof writing>
const every = new Set([910, 911].flatMap(code => ['a', 'b', 'c', 'd', 'e', 'f'].map(letter => `${code}-${letter}`)))
const actor = actorWith({ permissions: every })

beforeAll(async () => {
  server = await startApp({ register: all, routes })
  await server.database.pool.query((await drift(server.database.pool, all)).join('\n'))
  write = writing(server.database, writer)
})
afterAll(() => server?.close())

const as: Writing = { actor }
const newGuest = (more: object = {}) => write.create(guest, { name: `Guest ${randomUUID()}`, ...more }, as)
const newStay = (more: object) => write.create(stay, { subject: 'Stay', ...more }, as)
const merge = (from: Row, into: Row, options: Writing = {}) =>
  write.send(guest, 'merge', { into: into.id }, { ...as, id: from.id, ...options })
const undo = (row: Row, options: Writing = {}) => write.send(guest, 'undoMerge', {}, { ...as, id: row.id, ...options })
const applied = { status: 'applied' }
const read = async (module: Module, { id }: Row): Promise<Row> =>
  (await write.store.transaction(tx => tx.load(module, id)))!
// oxlint-disable-next-line no-unnecessary-type-parameters -- what is expected of the answer
const preview = async <T>(path: string): Promise<{ status: number; body: T }> => {
  const { headers } = await signedIn(server, { permissions: [...every] })
  const answer = await server.app.inject({ url: `/api/guest/${path}`, headers })
  return { status: answer.statusCode, body: answer.json() }
}

describe('merging two records', () => {
  it('points all that referred to the one at the other, in lines and in modules that nobody named here', async () => {
    const [from, into, other] = [await newGuest(), await newGuest(), await newGuest()]
    const bill = { what: 'Tea', payer: from.id, split: [from.id, other.id] }
    const one = await newStay({ guest: from.id, party: [other.id, from.id], bills: [bill] })
    const two = await newStay({ party: [from.id, into.id], bills: [{ what: 'Rice', payer: other.id }] })
    const friend = await newGuest({ friend: from.id })
    expect(await preview<MergePreview>(`${from.id}/merge-preview?into=${into.id}`)).toMatchObject({
      body: {
        refers: expect.arrayContaining([
          { module: 'stay', count: 2 },
          { module: 'guest', count: 1 },
        ]),
        elsewhere: 0,
      },
    })
    expect(await merge(from, into)).toMatchObject({ ...applied, row: { mergedInto: into.id } })
    expect(await read(stay, one)).toMatchObject({
      guest: into.id,
      party: [other.id, into.id],
      bills: [{ what: 'Tea', payer: into.id, split: [into.id, other.id] }],
    })
    expect(await read(stay, two)).toMatchObject({ party: [into.id], bills: [{ payer: other.id }] })
    expect(await read(guest, friend)).toMatchObject({ friend: into.id })
    expect(await read(guest, from)).toMatchObject({ archivedAt: expect.any(String), mergedInto: into.id })
    // Each by the one writer: with a history entry that says who, and the module's own totals.
    const { rows } = await server.database.pool.query(
      'select action, actor, after from record_history where record_id = $1 and version = 2',
      [one.id],
    )
    expect(rows).toMatchObject([{ action: 'change', actor: 1, after: { guest: into.id } }])
    expect((await read(guest, into)).stays).toMatch(/^seen/)
  })

  it('fills what the kept one lacks and adds to its sets and lines, and whoever meant a line means it still', async () => {
    const from = await newGuest({
      mail: 'from@example.com',
      secret: 'theirs',
      tags: ['a', 'b'],
      rooms: [{ floor: '1' }, { floor: '2', beds: 'two' }],
    })
    const into = await newGuest({ tags: ['b', 'c'], secret: 'ours', rooms: [{ floor: '1' }] })
    const rooms = from.rooms as { id: number }[]
    const [same, moved] = [await newStay({ room: rooms[0]!.id }), await newStay({ room: rooms[1]!.id })]
    const told = await preview<MergePreview>(`${from.id}/merge-preview?into=${into.id}`)
    expect(told.body.fills).toEqual({
      mail: 'from@example.com',
      tags: ['b', 'c', 'a'],
      rooms: [...(into.rooms as object[]), { id: 0, floor: '2', beds: 'two' }],
    })
    await merge(from, into)
    const kept = await read(guest, into)
    expect(kept).toMatchObject({ mail: 'from@example.com', secret: 'ours', tags: ['b', 'c', 'a'] })
    const lines = kept.rooms as { id: number; floor: string }[]
    expect(lines.map(({ floor }) => floor)).toEqual(['1', '2'])
    expect(lines[1]!.id).not.toBe(rooms[1]!.id)
    expect(await read(stay, same)).toMatchObject({ room: lines[0]!.id })
    expect(await read(stay, moved)).toMatchObject({ room: lines[1]!.id })
  })

  it('lets nobody point at themselves by it', async () => {
    const from = await newGuest()
    const into = await newGuest({ friend: from.id })
    await merge(from, into)
    expect(await read(guest, into)).toMatchObject({ friend: null })
  })

  it('refuses what makes no sense: with itself, into one that is gone, out of reach, or twice', async () => {
    const [from, into, gone] = [await newGuest(), await newGuest(), await newGuest()]
    await write.done(guest, 'archive', {}, { ...as, id: gone.id })
    expect(await merge(from, from)).toMatchObject({ status: 'rejected', problem: { code: 'invalid' } })
    expect(await merge(from, gone)).toMatchObject({ status: 'rejected' })
    expect(await merge(from, { ...into, id: 999_999_999 })).toMatchObject({ status: 'rejected' })
    await merge(from, into)
    expect(await merge(from, into)).toMatchObject({ status: 'rejected', problem: { code: 'not-now' } })
    expect(await merge(await newGuest(), from)).toMatchObject({
      problem: { fields: { into: 'This has itself been merged; choose another.' } },
    })
    expect(await write.send(guest, 'restore', {}, { ...as, id: from.id })).toMatchObject({
      problem: { message: 'This record was merged into another; undo that instead.' },
    })
    expect(await undo(into)).toMatchObject({ problem: { code: 'not-now' } })
    const reader = { actor: actorWith({ permissions: new Set(['910-a', '910-d']) }) }
    expect(await merge(await newGuest(), into, reader)).toMatchObject({ problem: { code: 'forbidden' } })
    expect(await undo(from, reader)).toMatchObject({ problem: { code: 'forbidden' } })
    for (const path of [`${into.id}/merge-preview?into=${into.id}`, `${into.id}/merge-preview?into=${from.id}`])
      expect((await preview(path)).status).toBe(400)
    expect((await preview(`999999999/merge-preview?into=${into.id}`)).status).toBe(404)
    expect((await preview(`${into.id}/undo-merge-preview`)).status).toBe(404)
  })

  it('refuses to put together more than one record can hold, and changes nothing', async () => {
    const named = (from: number, count: number) => Array.from({ length: count }, (_, index) => `tag ${from + index}`)
    const [from, into] = [await newGuest({ tags: named(0, 15) }), await newGuest({ tags: named(10, 15) })]
    expect(await merge(from, into)).toMatchObject({
      status: 'rejected',
      problem: { code: 'invalid', fields: { into: expect.stringContaining('tags') as string } },
    })
    expect(await read(guest, into)).toMatchObject({ version: 1 })
    expect(await read(guest, from)).toMatchObject({ version: 1, mergedInto: null })
  })

  it('follows a chain: what was merged before goes along', async () => {
    const [first, second, third] = [await newGuest(), await newGuest(), await newGuest()]
    const held = await newStay({ guest: first.id })
    await merge(first, second)
    await merge(second, third)
    expect(await read(stay, held)).toMatchObject({ guest: third.id })
    expect(await read(guest, first)).toMatchObject({ mergedInto: third.id })
    // Who still means the first, being offline, gets the last.
    expect(await newStay({ guest: first.id })).toMatchObject({ guest: third.id })
    // Taken apart from the end only.
    expect(await undo(first)).toMatchObject({ problem: { message: expect.stringContaining('Undo that first') } })
    expect(await undo(second)).toMatchObject(applied)
    expect(await read(guest, first)).toMatchObject({ mergedInto: second.id })
    expect(await undo(first)).toMatchObject(applied)
    expect(await read(stay, held)).toMatchObject({ guest: first.id })
  })
})

describe('undoing a merge', () => {
  it('puts back exactly what was, and gives the record back its place', async () => {
    const [from, into, other] = [
      await newGuest({ mail: 'm', tags: ['a'], rooms: [{ floor: '9' }] }),
      await newGuest(),
      await newGuest(),
    ]
    const bills = [{ what: 'Tea', payer: from.id, split: [from.id, into.id, other.id] }]
    const held = await newStay({ guest: from.id, party: [from.id], bills })
    await merge(from, into)
    const told = await preview<UndoMergePreview>(`${from.id}/undo-merge-preview`)
    expect(told.body).toMatchObject({ into: into.id, back: 2, remains: [], undoneAt: null })
    expect(await undo(from)).toMatchObject({ ...applied, row: { archivedAt: null, mergedInto: null, mail: 'm' } })
    expect(await read(stay, held)).toMatchObject({ guest: from.id, party: [from.id] })
    const [line] = (await read(stay, held)).bills as { payer: number; split: number[] }[]
    expect(line!.payer).toBe(from.id)
    expect(new Set(line!.split)).toEqual(new Set([from.id, into.id, other.id]))
    expect(await read(guest, into)).toMatchObject({ mail: null, tags: [], rooms: [] })
    expect(await merge(from, into)).toMatchObject(applied)
  })

  it('leaves what somebody has changed since, and says what', async () => {
    const from = await newGuest({ mail: 'm', tags: ['a'], rooms: [{ floor: '9' }, { floor: '8' }] })
    const [into, other] = [await newGuest(), await newGuest()]
    const bills = [
      { what: 'Tea', payer: from.id },
      { what: 'Rice', payer: from.id },
    ]
    const held = await newStay({ guest: from.id, party: [from.id], bills })
    await merge(from, into)
    const now = await read(stay, held)
    const [tea, rice] = now.bills as Record<string, unknown>[]
    const changed = [
      { ...tea, payer: other.id },
      { ...rice, what: 'Brown rice' },
    ]
    await write.change(stay, now, { guest: other.id, party: [other.id], bills: changed }, as)
    const kept = await read(guest, into)
    const [nine, eight] = kept.rooms as Record<string, unknown>[]
    await write.change(guest, kept, { mail: 'new', tags: ['a', 'new'], rooms: [{ ...nine, beds: 'one' }, eight] }, as)
    const told = (await preview<UndoMergePreview>(`${from.id}/undo-merge-preview`)).body
    const remains = [
      { module: 'guest', id: into.id, title: into.name, field: 'mail' },
      { module: 'guest', id: into.id, title: into.name, field: 'rooms' },
      { module: 'stay', id: held.id, title: 'Stay', field: 'guest' },
      { module: 'stay', id: held.id, title: 'Stay', field: 'party' },
      { module: 'stay', id: held.id, title: 'Stay', field: 'bills' },
    ]
    expect(told.remains).toEqual(expect.arrayContaining(remains))
    expect(told.remains).toHaveLength(remains.length)
    await undo(from)
    expect((await preview<UndoMergePreview>(`${from.id}/undo-merge-preview`)).body).toMatchObject({
      undoneAt: expect.any(String),
      remains: told.remains,
    })
    expect(await read(stay, held)).toMatchObject({
      guest: other.id,
      party: [other.id],
      bills: [{ payer: other.id }, { what: 'Brown rice', payer: from.id }],
    })
    expect(await read(guest, into)).toMatchObject({ mail: 'new', tags: ['new'], rooms: [{ floor: '9', beds: 'one' }] })
  })

  it('is possible for 30 days', async () => {
    const [from, into] = [await newGuest(), await newGuest()]
    await merge(from, into)
    const age = (days: number) =>
      server.database.pool.query(`update record_merge set at = now() - make_interval(days => $2) where merged = $1`, [
        from.id,
        days,
      ])
    await age(31)
    expect(await undo(from)).toMatchObject({ problem: { message: 'This was merged more than 30 days ago.' } })
    expect((await preview(`${from.id}/undo-merge-preview`)).status).toBe(422)
    await age(29)
    expect(await undo(from)).toMatchObject(applied)
  })
})

describe('at the same time as a merge', () => {
  /** Until that work has ended, or stands in line behind a lock. */
  async function ranOrWaits(work: Promise<unknown>) {
    let ended = false
    const note = () => void (ended = true)
    work.then(note, note)
    for (;;) {
      const { rowCount } = await server.database.pool.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      if (ended || rowCount) return
      await sleep(5)
    }
  }
  const ask = (module: Module, action: string, id: number | null, args: Record<string, unknown>) => {
    const wish = { mid: randomUUID(), op: opOf(module, action), opV: 1, id, base: null, args }
    return { wish, actor, device: null, request: null, offline: false, confirmed: true }
  }

  it('a record that comes to refer to the merged one refers to the kept one, whoever was first', async () => {
    const [from, into] = [await newGuest(), await newGuest()]
    const create = (subject: string) =>
      ask(stay, 'create', null, { subject, guest: from.id, bills: [{ what: 'x', payer: from.id }] })
    const merging = ask(guest, 'merge', from.id, { into: into.id })
    const created: number[] = []
    const note = (outcome: Awaited<ReturnType<typeof execute>>) => {
      if (outcome.status === 'applied') created.push(outcome.row.id)
    }
    // First the record, whose writer has not finished when the merge comes.
    let running: Promise<unknown> | undefined
    await write.store.transaction(async tx => {
      note(await execute(writer, tx, create('Before')))
      running ??= write.store.transaction(other => execute(writer, other, merging))
      await ranOrWaits(running)
    })
    expect(await running).toMatchObject(applied)
    // Then the merge, which has not finished when the record comes.
    await undo(from)
    let coming: Promise<void> | undefined
    const again = ask(guest, 'merge', from.id, { into: into.id })
    await write.store.transaction(async tx => {
      await execute(writer, tx, again)
      coming ??= write.store.transaction(async other => note(await execute(writer, other, create('After'))))
      await ranOrWaits(coming)
    })
    await coming
    expect(created).toHaveLength(2)
    for (const id of created)
      expect(await read(stay, { id } as Row)).toMatchObject({ guest: into.id, bills: [{ payer: into.id }] })
  })

  it('two merges in both directions end with one of the two kept', async () => {
    for (let round = 0; round < 3; round++) {
      const [one, two] = [await newGuest(), await newGuest()]
      const outcomes = await Promise.all([merge(one, two), merge(two, one)])
      expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['applied', 'rejected'])
      const rows = [await read(guest, one), await read(guest, two)]
      expect(rows.filter(({ archivedAt }) => archivedAt === null)).toHaveLength(1)
    }
  })

  it('chains that come at once end at one record, and nothing refers to another', async () => {
    const [one, two, three] = [await newGuest(), await newGuest(), await newGuest()]
    const held = await newStay({ guest: one.id, party: [one.id, two.id, three.id] })
    await Promise.all([merge(one, two), merge(two, three)])
    const rows = await Promise.all([one, two, three].map(row => read(guest, row)))
    const standing = rows.filter(({ archivedAt }) => archivedAt === null).map(({ id }) => id)
    const now = await read(stay, held)
    expect(standing).toContain(three.id)
    expect(standing).toContain(now.guest)
    for (const id of now.party as number[]) expect(standing).toContain(id)
    for (const row of rows) if (row.archivedAt) expect(standing).toContain(row.mergedInto)
  })
})

describe('two customers', () => {
  it('become one with all their devices, counted, and two again when it is undone', async () => {
    const product = await startApp()
    try {
      const person = await signedIn(product, {
        permissions: ['50', '103', '200'].flatMap(code =>
          ['a', 'b', 'c', 'd', 'e', 'f'].map(letter => `${code}-${letter}`),
        ),
      })
      const send = async (method: 'GET' | 'POST', path: string, payload?: object): Promise<Row> => {
        const answer = await product.app.inject({
          method,
          url: `/api${path}`,
          headers: person.headers,
          ...(payload ? { payload } : {}),
        })
        expect(answer.statusCode, answer.body).toBeLessThan(300)
        return answer.json<Row>()
      }
      const number = '+91 98765 43210'
      const [from, into] = [
        await send('POST', '/customer', {
          name: 'Asha R',
          phones: [{ number }],
          taxId: '27AAA',
          addresses: [{ line: '1, Old Road' }],
        }),
        await send('POST', '/customer', {
          name: 'Asha Rao',
          phones: [{ number }],
          addresses: [{ line: '2, New Road' }],
        }),
      ]
      const massager = await send('POST', '/product', { sku: 'M-1', name: 'Massager', price: 100 })
      const unit = (serial: string, customer: Row) =>
        send('POST', '/unit', { serial, product: massager.id, customer: customer.id })
      const units = [await unit('S-1', from), await unit('S-2', from), await unit('S-3', into)]
      const count = async ({ id }: Row) => (await send('GET', `/customer/${id}`)).unitCount
      expect([await count(from), await count(into)]).toEqual([2, 1])
      await send('POST', `/customer/${from.id}/merge`, { into: into.id })
      expect(await count(into)).toBe(3)
      const kept = await send('GET', `/customer/${into.id}`)
      // The same phone is not there twice.
      expect(kept).toMatchObject({ taxId: '27AAA', phones: [{ number: '+919876543210' }] })
      // Parcels go where they went before.
      expect(kept.addresses).toMatchObject([
        { line: '2, New Road', isDefault: true },
        { line: '1, Old Road', isDefault: false },
      ])
      expect(await send('GET', `/unit/${units[0]!.id}`)).toMatchObject({ customer: into.id })
      await send('POST', `/customer/${from.id}/undoMerge`)
      expect([await count(from), await count(into)]).toEqual([2, 1])
      expect(await send('GET', `/customer/${into.id}`)).toMatchObject({ taxId: null })
    } finally {
      await product.close()
    }
  })
})
