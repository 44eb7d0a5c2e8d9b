import 'fake-indexeddb/auto'
import { readdirSync, readFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { NotesAnswer } from '#contract/calls/attached.ts'
import { type PushAnswer, type PushInput } from '#contract/calls/push.ts'
import { LEASE_SIZE } from '#contract/calls/sync.ts'
import { allPermissions } from '#contract/permissions.ts'
import { splitOp } from '#contract/intent.ts'
import { apiPath } from '#contract/module.ts'
import { register } from '#contract/register.ts'
import { drain } from '#src/offline/outbox/drain.ts'
import type { UnsentExport } from '#src/offline/outbox/export-format.ts'
import { isOpen, type OutboxOp } from '#src/offline/outbox/op.ts'
import { outboxIn } from '#src/offline/outbox/store.ts'
import { defineUserDb } from '#src/offline/user-db.ts'
import { sha256, startAttached, type Attached } from '../support/attached.ts'
import { signedIn } from '../support/server.ts'

/**
 * Queues as built apps of earlier releases left them on a device. Whatever is changed since, every one of them is sent
 * whole: none is skipped, none is refused, and the records say what their people had said.
 */
const folder = 'tests/golden'
const queues = readdirSync(folder).map(name => [name, readFileSync(`${folder}/${name}`, 'utf8')] as const)

let server: Attached
// Each on a server of its own: their records have the same numbers.
beforeEach(async () => {
  server = await startAttached()
})
afterEach(() => server.close())

test('there is one for each release so far, and what people say is in them', () => {
  expect(queues.map(([name]) => name)).toEqual(['queue-1.json', 'queue-2.json'])
  const found = queues.map(([, text]) => JSON.parse(text) as UnsentExport)
  const kinds = new Set(found.flatMap(({ ops }) => ops.map(({ op }) => op.split('.')[1])))
  expect([...kinds]).toEqual(expect.arrayContaining(['create', 'change', 'note', 'start', 'finish']))
  expect(found.some(({ ops }) => ops.some(({ deps }) => deps.length > 0))).toBe(true)
  expect(found.some(({ blobs }) => blobs.some(({ uploads }) => uploads?.length))).toBe(true)
})

describe.each(queues)('%s', (_, text) => {
  const { userId, ops: kept, blobs } = JSON.parse(text) as UnsentExport
  /** Whoever is named in it has another number here. */
  const sentBy = (person: number): OutboxOp[] =>
    JSON.parse(JSON.stringify(kept), (key, value: unknown) =>
      ['userId', 'assignedTo', 'by'].includes(key) && value === userId ? person : value,
    ) as OutboxOp[]

  test('is sent whole by this build', async () => {
    const person = await signedIn(server, { permissions: allPermissions })
    const ops = sentBy(person.userId)
    expect(ops.length).toBeGreaterThan(2)
    // The records' numbers were leased to the device that made them.
    for (const first of new Set(ops.map(({ id }) => id - ((id - 1) % LEASE_SIZE))))
      await server.database.pool.query(
        `insert into sync_lease (first, last, device_id, user_id) values ($1, $2, $3, $4)
         on conflict (first) do update set device_id = excluded.device_id, user_id = excluded.user_id`,
        [first, first + LEASE_SIZE - 1, ops[0]!.deviceId, person.userId],
      )
    const db = defineUserDb(person.userId, register)
    await db.open()
    await db.outbox.bulkPut(ops)
    await db.meta.put({ key: 'outbox', value: { id: ops[0]!.queueId, last: ops.at(-1)!.seq, epoch: null } })
    const push = async (payload: PushInput): Promise<PushAnswer> => {
      const answer = await server.app.inject({
        method: 'POST',
        url: '/api/sync/push',
        headers: person.headers,
        payload,
      })
      expect(answer.statusCode, answer.body).toBe(200)
      return answer.json<PushAnswer>()
    }
    await drain({
      store: outboxIn(db, register),
      push,
      drainer: 'golden',
      build: 'test',
      now: () => Date.now(),
      pause: () => 60_000,
      onTaken: () => undefined,
      isOver: () => false,
    })
    const after = await db.outbox.toArray()
    db.close()
    expect(after.filter(isOpen).map(({ op, state, problem }) => ({ op, state, problem }))).toEqual([])
    expect(after.map(({ state }) => state)).toEqual(ops.map(() => 'done'))
    const notes = ops.filter(({ op }) => op.endsWith('.note'))
    for (const { op, id, args } of notes) {
      const path = apiPath(register[splitOp(op).module]!)
      const answer = await server.ask(person, 'GET', `${path}/${id}/notes`)
      expect(answer.json<NotesAnswer>().notes).toMatchObject([{ id: args.id, text: args.text }])
    }
    for (const lane of new Set(ops.filter(op => !notes.includes(op)).map(({ lane }) => lane))) {
      const [module, id] = lane.split(':')
      const { rows } = await server.database.pool.query<{ mid: string }>(
        'select mid from record_history where entity = $1 and record_id = $2 order by id',
        [module, id],
      )
      expect(rows.map(({ mid }) => mid)).toEqual(ops.filter(op => op.lane === lane).map(({ mid }) => mid))
    }
    for (const { base64, uploads = [] } of blobs)
      for (const { id, mid, name, hash, path, record } of uploads) {
        const bytes = Buffer.from(base64, 'base64')
        const sent = { id, mid, name, bytes, device: ops[0]!.deviceId }
        const { status, body } = await server.attach(person, `${path}/${record}/files`, sent)
        expect([status, body]).toMatchObject([200, { id, name, received: null }])
        expect(sha256(bytes)).toBe(hash)
      }
  })
})
