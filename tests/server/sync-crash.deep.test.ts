import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, it } from 'vitest'
import { permission } from '#contract/rules.ts'
import { dealerBranch } from '#contract/modules/people/dealer-branch.ts'
import type { PushAnswer, PushOp } from '#contract/calls/push.ts'
import { freshDatabase } from '../support/database.ts'
import { signedIn } from '../support/server.ts'
import { httpDevice } from '../support/simulation/http-device.ts'

const permissions = (['list', 'create', 'edit'] as const).map(action => permission(dealerBranch, action))
const entry = path.resolve(import.meta.dirname, '../support/simulation/dying-server.ts')
const running = new Set<ChildProcess>()
const cleanUp: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const child of running) child.kill('SIGKILL')
  for (const close of cleanUp.splice(0)) await close()
})

/** A server process of its own; `dieAfter` counts the commits that it lives to see. */
async function startProcess(url: string, dieAfter = 0) {
  const child = spawn(process.execPath, ['--import', 'tsx', entry], {
    env: { ...process.env, DATABASE_URL: url, DIE_AFTER_COMMIT: String(dieAfter) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  running.add(child)
  const ended = once(child, 'exit').then(([, signal]) => {
    running.delete(child)
    return signal as string | null
  })
  const [address] = (await once(createInterface(child.stdout), 'line')) as [string]
  return { address, ended, kill: () => child.kill('SIGKILL') }
}

it('a server that dies between commit and answer, or at any moment, has done every change exactly once in the end', async () => {
  const database = await freshDatabase()
  cleanUp.push(() => database.close())
  const person = await signedIn({ database }, { permissions })
  let server = await startProcess(database.url)
  const request = async (route: string, body: object) => {
    const reply = await fetch(`${server.address}/api/sync/${route}`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { ...person.headers, 'content-type': 'application/json' },
    })
    return { statusCode: reply.status, body: (await reply.json()) as unknown }
  }
  const device = httpDevice(
    {
      // Only leases go this way; they are asked for while the server is well.
      inject: (async ({ url, payload }: { url: string; payload: object }) => {
        const { statusCode, body } = await request(url.replace('/api/sync/', ''), payload)
        return { statusCode, json: () => body }
      }) as never,
    },
    person,
  )
  const ids: number[] = []
  for (let count = 0; count < 40; count++) ids.push(await device.newId())
  server.kill()

  const ops = ids.map(id => device.op('dealerBranch.create', id, { name: `Branch ${id}` }))
  const statuses: string[] = []
  const send = async (op: PushOp) => {
    const { body } = await request('push', device.envelope([op]))
    return (body as PushAnswer).results[0]!.status
  }
  /** Sends until the server dies; answers how the one that was under way ended. */
  const sendUntilDeath = async () => {
    for (;;) {
      const op = ops[statuses.length]
      if (!op) return
      try {
        statuses.push(await send(op))
      } catch {
        return
      }
    }
  }

  // Right after a commit, before the answer: the first, and the third of its life.
  for (const dieAfter of [1, 3]) {
    server = await startProcess(database.url, dieAfter)
    await sendUntilDeath()
    expect(await server.ended).toBe('SIGKILL')
  }
  const committed = await database.pool.query('select id from dealer_branch')
  expect(statuses).toEqual(['replayed', 'applied'])
  expect(committed.rowCount).toBe(3)

  // And whenever it happens to be.
  server = await startProcess(database.url)
  const sending = sendUntilDeath()
  await sleep(50 + Math.random() * 100)
  server.kill()
  await sending
  server = await startProcess(database.url)
  await sendUntilDeath()

  expect(statuses).toHaveLength(ops.length)
  expect(statuses.every(status => status === 'applied' || status === 'replayed')).toBe(true)
  const { rows } = await database.pool.query('select id, version from dealer_branch order by id')
  expect(rows).toEqual(ids.map(id => ({ id, version: 1 })))
  const { rows: history } = await database.pool.query(
    `select count(*)::int as writes from record_history where action <> 'sql'`,
  )
  expect(history).toEqual([{ writes: ids.length }])
}, 90_000)
