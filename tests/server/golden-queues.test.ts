import 'fake-indexeddb/auto'
import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type PushAnswer, type PushInput } from '#contract/calls/push.ts'
import { LEASE_SIZE } from '#contract/calls/sync.ts'
import { allPermissions } from '#contract/permissions.ts'
import { register } from '#contract/register.ts'
import { drain } from '#src/offline/outbox/drain.ts'
import type { UnsentExport } from '#src/offline/outbox/export-format.ts'
import { isOpen } from '#src/offline/outbox/op.ts'
import { outboxIn } from '#src/offline/outbox/store.ts'
import { defineUserDb } from '#src/offline/user-db.ts'
import { signedIn, startApp, type TestApp } from '../support/server.ts'

/**
 * Queues as built apps of earlier releases left them on a device. Whatever is changed since, every one of them is sent
 * whole: none is skipped, none is refused, and the records say what their people had said.
 */
const folder = 'tests/golden'
const queues = readdirSync(folder).map(name => [name, readFileSync(`${folder}/${name}`, 'utf8')] as const)

let server: TestApp
beforeAll(async () => {
  server = await startApp()
})
afterAll(() => server.close())

test('there is one for each release so far', () => {
  expect(queues.map(([name]) => name)).toEqual(['queue-1.json'])
})

describe.each(queues)('%s', (_, text) => {
  const { ops } = JSON.parse(text) as UnsentExport

  test('is sent whole by this build', async () => {
    expect(ops.length).toBeGreaterThan(2)
    const person = await signedIn(server, { permissions: allPermissions })
    // The records' numbers were leased to the device that made them.
    for (const first of new Set(ops.map(({ id }) => id - ((id - 1) % LEASE_SIZE))))
      await server.database.pool.query(
        `insert into sync_lease (first, last, device_id, user_id) values ($1, $2, $3, $4)
         on conflict (first) do update set device_id = excluded.device_id, user_id = excluded.user_id`,
        [first, first + LEASE_SIZE - 1, ops[0]!.deviceId, person.userId],
      )
    const db = defineUserDb(person.userId, register)
    await db.open()
    await db.outbox.bulkPut(ops.map(op => ({ ...op, userId: person.userId })))
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
    for (const lane of new Set(ops.map(({ lane }) => lane))) {
      const [module, id] = lane.split(':')
      const { rows } = await server.database.pool.query<{ mid: string }>(
        'select mid from record_history where entity = $1 and record_id = $2 order by id',
        [module, id],
      )
      expect(rows.map(({ mid }) => mid)).toEqual(ops.filter(op => op.lane === lane).map(({ mid }) => mid))
    }
  })
})
