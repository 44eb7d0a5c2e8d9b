import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { WebSocket, type ClientOptions } from 'ws'
import {
  LIVE_PROTOCOL,
  liveClosed,
  liveMessage,
  ticketProtocol,
  type LiveChange,
  type LiveMessage,
} from '#contract/calls/live.ts'
import { asPerson, type Person } from '../support/access.ts'
import { actorWith, addSample, sampleRegister } from '../support/sample-module.ts'
import { signedIn, startApp, type Rights, type TestApp } from '../support/server.ts'

let server: TestApp
let url: string
let admin: Person
const log: string[] = []
const everything = [...actorWith().permissions]

beforeAll(async () => {
  server = await startApp({
    register: sampleRegister,
    env: { logLevel: 'trace' },
    log: line => void log.push(line),
  })
  await addSample(server.database.pool)
  url = await server.url()
  admin = await person()
})
afterAll(() => server?.close())

const person = async (rights: Rights = {}) =>
  asPerson(server, await signedIn(server, { permissions: everything, ...rights }))
const sql = async <R = Record<string, unknown>>(text: string, values: unknown[] = []): Promise<R[]> =>
  (await server.database.pool.query(text, values)).rows as R[]
const ticketFor = async (who: Person, input: object = {}) =>
  (await who.need('POST', '/live/ticket', input)).ticket as string

const opened: WebSocket[] = []
afterEach(() => {
  for (const socket of opened.splice(0)) socket.terminate()
})

type Come = { at?: string; place?: string; options?: ClientOptions; origin?: string | null; deviceId?: string }

function knock(ticket: string | null, { at = url, place = '', options = {}, origin = at }: Come = {}): WebSocket {
  const protocols = [LIVE_PROTOCOL, ...(ticket === null ? [] : [ticketProtocol(ticket)])]
  const socket = new WebSocket(`${at.replace('http', 'ws')}/api/live${place}`, protocols, {
    ...options,
    ...(origin === null ? {} : { origin }),
  })
  opened.push(socket)
  return socket
}

/** The status of a refusal that comes before there is any connection. */
async function refusalOf(socket: WebSocket): Promise<number> {
  return new Promise((resolve, reject) => {
    socket.on('error', () => undefined)
    socket.on('unexpected-response', (_request, response) => resolve(response.statusCode!))
    socket.on('open', () => reject(new Error('it was let in')))
  })
}

/** Somebody who listens: everything they were told, once they were told where they stand. */
async function listener(who: Person, come: Come = {}) {
  const socket = knock(await ticketFor(who, come.deviceId ? { deviceId: come.deviceId } : {}), come)
  const messages: LiveMessage[] = []
  socket.on('message', data => messages.push(liveMessage.parse(JSON.parse((data as Buffer).toString()))))
  const closed = new Promise<number>(resolve => socket.on('close', resolve))
  await new Promise((resolve, reject) => {
    socket.once('message', resolve)
    socket.once('error', reject)
    socket.once('close', code => reject(new Error(`closed with ${code}`)))
  })
  const heard = () => messages.flatMap(({ changes }) => changes)
  const hears = (change: Partial<LiveChange>) =>
    vi.waitFor(() => expect(heard()).toContainEqual(expect.objectContaining(change)), 10_000)
  return { socket, messages, heard, hears, closed }
}

/** A change that everybody hears of: who has heard it has heard all before it. */
async function mark(): Promise<number> {
  return (await admin.need('POST', '/list/job-tag', { label: `Mark ${randomUUID()}` })).id
}

describe('the door of the live connection', () => {
  it('opens to a ticket, once, within half a minute, and to nothing else', async () => {
    const ticket = await ticketFor(admin)
    await once(knock(ticket), 'open')
    expect(await refusalOf(knock(ticket))).toBe(401)
    expect(await refusalOf(knock(null))).toBe(401)
    expect(await refusalOf(knock(admin.token))).toBe(401)
    const old = await ticketFor(admin)
    await sql(`update live_ticket set expires_at = now() - interval '1 second'`)
    expect(await refusalOf(knock(old))).toBe(401)
    const leaver = await person()
    const late = await ticketFor(leaver)
    await leaver.need('POST', '/auth/sign-out', {})
    expect(await refusalOf(knock(late))).toBe(401)
  })

  it('gives tickets to nobody who is not signed in, and answers no ordinary request', async () => {
    expect((await server.app.inject({ method: 'POST', url: '/api/live/ticket', payload: {} })).statusCode).toBe(401)
    expect((await server.app.inject('/api/live')).statusCode).toBe(400)
    const elsewhere = new WebSocket(`${url.replace('http', 'ws')}/api/sync/pull`, { origin: url })
    opened.push(elsewhere)
    expect(await refusalOf(elsewhere)).toBe(404)
  })

  it.each([
    ['a foreign site', 'https://evil.example'],
    ['a page without an origin', 'null'],
    ['a name that looks alike', 'http://127.0.0.1.evil.example'],
    ['another port of the machine', 'http://127.0.0.1:9'],
    ['a program that says none', null],
  ])('is shut to %s, and the ticket stays good', async (_who, origin) => {
    const ticket = await ticketFor(admin)
    expect(await refusalOf(knock(ticket, { origin }))).toBe(403)
    await once(knock(ticket), 'open')
  })

  it('is open to pages of the address where people open the app, which may listen at another', async () => {
    const env = { publicUrl: 'https://desk.example', socketOrigin: 'wss://live.example' }
    const behind = await startApp({ register: sampleRegister, database: server.database, env })
    await once(knock(await ticketFor(admin), { at: await behind.url(), origin: 'https://desk.example' }), 'open')
    const policy = (await behind.app.inject('/live')).headers['content-security-policy'] as string
    expect(policy).toContain("connect-src 'self' wss://live.example;")
    await behind.close()
  })

  it('lets one person have twenty, and says to the others that these are too many', async () => {
    const eager = await person()
    const outcomes = await Promise.all(
      Array.from({ length: 30 }, async () => {
        const socket = knock(await ticketFor(eager))
        socket.on('error', () => undefined)
        return new Promise<number>(resolve => {
          socket.on('unexpected-response', (_request, response) => resolve(response.statusCode!))
          socket.on('close', resolve)
          socket.on('message', () => resolve(0))
        })
      }),
    )
    expect(outcomes.filter(outcome => outcome === 0)).toHaveLength(20)
    for (const outcome of outcomes) expect([0, 429, liveClosed.full]).toContain(outcome)
  })

  it('compresses nothing, takes nothing in, and no secret is in an address or a log', async () => {
    const come = await listener(admin, { options: { perMessageDeflate: true } })
    expect(come.socket.extensions).toBe('')
    expect(come.socket.protocol).toBe(LIVE_PROTOCOL)
    come.socket.send('subscribe:job')
    expect(await come.closed).toBe(liveClosed.unwanted)
    const ticket = await ticketFor(admin)
    await once(knock(ticket), 'open')
    const written = log.join('\n')
    expect(written).toContain('/api/live')
    expect(written).not.toContain(admin.token)
    expect(written).not.toContain(ticket)
  })
})

describe('what is told', () => {
  it('is numbers and versions of what was written, from the desk, another device or the SQL console', async () => {
    const deviceId = randomUUID()
    const come = await listener(await person(), { deviceId })
    const made = await admin.need('POST', '/job', { title: 'A secret title' })
    await come.hears({ t: 'job', id: made.id, v: 1 })
    await sql('update job set title = $2 where id = $1', [made.id, 'Another'])
    await come.hears({ t: 'job', id: made.id, v: 2 })
    await sql('delete from job where id = $1', [made.id])
    await come.hears({ t: 'job', id: await mark().then(() => made.id), v: 2 })
    expect(JSON.stringify(come.messages)).not.toMatch(/secret|title|Another/i)
  })

  it('says what was written by the one who hears it', async () => {
    const mine = await person()
    const [here, there] = [randomUUID(), randomUUID()]
    const [own, other] = [await listener(mine, { deviceId: here }), await listener(mine, { deviceId: there })]
    const made = await mine.need('POST', '/job', { title: 'Past the queue' })
    await own.hears({ id: made.id, own: true })
    await other.hears({ id: made.id, own: true })
    const client = await server.database.pool.connect()
    await client.query('begin')
    await client.query(`select set_config('caredesk.context', $1, true)`, [
      JSON.stringify({ actor: mine.userId, action: 'change', device: here }),
    ])
    await client.query(`update job set title = 'From here' where id = $1`, [made.id])
    await client.query('commit')
    client.release()
    await own.hears({ id: made.id, v: 2, own: true })
    await other.hears({ id: made.id, v: 2 })
    expect(other.heard().find(({ id, v }) => id === made.id && v === 2)).not.toHaveProperty('own')
  })

  it('comes also to those who came in a moment in which the database did not answer', async () => {
    await sql('alter table sync_clock rename to sync_clock_away')
    const socket = knock(await ticketFor(admin))
    const messages: unknown[] = []
    socket.on('message', message => messages.push(message))
    await once(socket, 'open')
    await expect.poll(() => log.join('\n')).toContain('live updates stumbled')
    expect(messages).toEqual([])
    await sql('alter table sync_clock_away rename to sync_clock')
    await mark()
    await expect.poll(() => messages).not.toEqual([])
  })

  it('begins at a place of its own for whoever comes when the last one left in the middle of a reading', async () => {
    const last = await listener(admin)
    const [writer, holder] = [await server.database.pool.connect(), await server.database.pool.connect()]
    await writer.query('begin')
    await writer.query(
      `insert into job (id, created_by, updated_by, title, size, days, tags, photos, lines, stage)
       values (6999998, 1, 1, 'Read slowly', 'small', '{}', '{}', '{}', '[]', 'draft')`,
    )
    // The feed is written last of all, unless it is asked for.
    await writer.query('set constraints all immediate')
    await holder.query('begin')
    // Whoever stands in line for the table is there before the reading that the end of this writing leads to.
    const locked = holder.query('lock table sync_change in access exclusive mode')
    const waiting = async (query: string) =>
      (
        await sql(
          `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query ~ $1`,
          [query],
        )
      ).length
    await expect.poll(() => waiting('^lock table')).toBe(1)
    await writer.query('commit')
    await locked
    await expect.poll(() => waiting('from sync_change')).toBe(1)
    last.socket.close()
    await expect.poll(() => server.app.websocketServer.clients.size).toBe(0)
    await holder.query('rollback')
    await expect.poll(() => waiting('from sync_change')).toBe(0)
    for (const client of [writer, holder]) client.release()
    const next = await listener(admin)
    expect(next.messages[0]!.epoch).toBe(last.messages[0]!.epoch)
    await next.hears({ id: await mark() })
  })

  it('is only what the person may see: by right, by owner, by branch, before and after', async () => {
    const branch = async () => (await admin.need('POST', '/dealer-branch', { name: `B ${randomUUID()}` })).id
    const [here, there] = [await branch(), await branch()]
    const withoutJobs = everything.filter(code => !code.startsWith('900-'))
    const people = {
      all: await person(),
      details: await person({ permissions: ['900-d'] }),
      none: await person({ permissions: withoutJobs }),
      branch: await person({ scopes: { job: 'branch' }, branch: here }),
      elsewhere: await person({ scopes: { job: 'branch' }, branch: there }),
      own: await person({ scopes: { job: 'own' } }),
      nowhere: await person({ scopes: { job: 'branch' }, branch: null }),
    }
    const ears = Object.fromEntries(
      await Promise.all(Object.entries(people).map(async ([name, who]) => [name, await listener(who)] as const)),
    )
    const job = await admin.need('POST', '/job', { title: 'Here', branch: here })
    await admin.need('PATCH', `/job/${job.id}`, { branch: there }, 1)
    await admin.need('PATCH', `/job/${job.id}`, { person: people.own.userId }, 2)
    const end = await mark()
    const versions: Record<string, number[]> = {}
    for (const [name, ear] of Object.entries(ears)) {
      await ear.hears({ id: end })
      versions[name] = [...new Set(ear.heard().flatMap(({ id, v }) => (id === job.id ? [v] : [])))]
    }
    // What is written in one moment is told once, at its last version: the last that each may know of is what counts.
    expect(versions.none).toEqual([])
    expect(versions.nowhere).toEqual([])
    for (const name of ['all', 'details', 'elsewhere', 'own']) expect(versions[name]?.at(-1), name).toBe(3)
    expect(versions.branch?.at(-1)).toBe(2)
  })

  it('is not named any more where it is very much at once', async () => {
    const come = await listener(admin)
    await sql(
      `insert into job (id, created_by, updated_by, title, size, days, tags, photos, lines, stage)
       select 7000000 + n, 1, 1, 'Job ' || n, 'small', '{}', '{}', '{}', '[]', 'draft' from generate_series(1, 500) as n`,
    )
    await vi.waitFor(() => expect(come.messages.flatMap(({ many }) => many)).toContainEqual({ t: 'job' }), 10_000)
    expect(come.heard().filter(({ t }) => t === 'job')).toEqual([])
  })

  it('is told by every server process, and what was missed while the database was away is told after it', async () => {
    const second = await startApp({ register: sampleRegister, database: server.database })
    const come = await listener(admin, { at: await second.url() })
    await come.hears({ id: await mark() })
    const cut = await sql<{ count: number }>(
      `select count(pg_terminate_backend(pid))::int4 as count from pg_stat_activity
       where datname = current_database() and query = 'listen caredesk_live'`,
    )
    expect(cut[0]!.count).toBeGreaterThan(0)
    const unheard = await mark()
    await come.hears({ id: unheard })
    await come.hears({ id: await mark() })
    // A server that stops says goodbye, so that its clients go elsewhere.
    await second.close()
    expect(await come.closed).toBe(liveClosed.restart)
  })

  it('goes on where the feed is, when that went back in time under the running app', async () => {
    const come = await listener(admin)
    await mark()
    await vi.waitFor(() => expect(come.heard().length).toBeGreaterThan(0), 10_000)
    // The feed as it was before the last change.
    await sql(
      'with gone as (delete from sync_change where seq = (select seq from sync_clock)) update sync_clock set seq = seq - 1',
    )
    await sql(`select pg_notify('caredesk_live', 'changes')`)
    await vi.waitFor(() => expect(come.messages.at(-1)).toMatchObject({ missed: true }), 10_000)
    await come.hears({ id: await mark() })
  })

  it('includes what somebody missed who comes back, or that they missed too much', async () => {
    const come = await listener(admin)
    await come.hears({ id: await mark() })
    const { epoch, seq } = come.messages.at(-1)!
    come.socket.terminate()
    const missed = [await mark(), await mark()]
    const back = await listener(admin, { place: `?epoch=${epoch}&seq=${seq}` })
    expect(back.messages[0]!.changes.map(({ id }) => id)).toEqual(expect.arrayContaining(missed))
    expect(back.messages[0]!.missed).toBe(false)
    const lost = await listener(admin, { place: `?epoch=${randomUUID()}&seq=${seq}` })
    expect(lost.messages[0]).toMatchObject({ changes: [], missed: true })
    expect((await listener(admin)).messages[0]).toMatchObject({ changes: [], missed: false })
  })
})

describe('a live connection ends', () => {
  it('with its session, and with the rights that it was opened with, before anything else is told', async () => {
    const [leaver, narrowed] = [await person(), await person()]
    const [left, limited] = [await listener(leaver), await listener(narrowed)]
    await leaver.need('POST', '/auth/sign-out', {})
    expect(await left.closed).toBe(liveClosed.signedOut)
    const client = await server.database.pool.connect()
    await client.query('begin')
    await client.query(`update role set permissions = '{}' where id = $1`, [narrowed.roleId])
    await client.query(
      `insert into job (id, created_by, updated_by, title, size, days, tags, photos, lines, stage)
       values (6999999, 1, 1, 'Not for them', 'small', '{}', '{}', '{}', '[]', 'draft')`,
    )
    await client.query('commit')
    client.release()
    expect(await limited.closed).toBe(liveClosed.rights)
    expect(limited.heard().filter(({ t }) => t === 'job')).toEqual([])
  })

  it('keeps no session alive, and ends when that has idled out; who does not answer is dropped within a minute', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    try {
      const alone = await startApp({ register: sampleRegister, database: server.database })
      const at = await alone.url()
      const idle = await person()
      const [idling, dead, alive] = [
        await listener(idle, { at }),
        await listener(admin, { at, options: { autoPong: false } }),
        await listener(admin, { at }),
      ]
      await sql(`update user_session set seen_at = now() - interval '8 days' where user_id = $1`, [idle.userId])
      vi.advanceTimersByTime(20_000)
      expect(await idling.closed).toBe(liveClosed.signedOut)
      await vi.waitFor(() => expect(alive.messages.length).toBeGreaterThan(1), 10_000)
      vi.advanceTimersByTime(20_000)
      expect(await dead.closed).toBe(1006)
      expect(alive.socket.readyState).toBe(WebSocket.OPEN)
      await alone.close()
    } finally {
      vi.useRealTimers()
    }
  })
})
