import 'fake-indexeddb/auto'
import { readdirSync, readFileSync } from 'node:fs'
import packageJson from '../../package.json' with { type: 'json' }
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { FileRow, NotesAnswer } from '#contract/calls/attached.ts'
import { LEASE_SIZE } from '#contract/calls/sync.ts'
import { allPermissions } from '#contract/permissions.ts'
import { NOTE, OP_VERSION, plainActions, splitOp } from '#contract/intent.ts'
import { apiPath } from '#contract/module.ts'
import { register } from '#contract/register.ts'
import { readModuleDrafts } from '#src/data/drafts/store.ts'
import { deviceDb, writeSession } from '#src/offline/device.ts'
import { leasedIds } from '#src/offline/ids.ts'
import { metaIn } from '#src/offline/keep-meta.ts'
import { filesIn, type UnsentExport } from '#src/offline/outbox/export-format.ts'
import { importUnsent, readExport } from '#src/offline/outbox/import.ts'
import { isOpen, needsDecision, QUEUE, type OutboxOp, type QueueState } from '#src/offline/outbox/op.ts'
import { openOutbox } from '#src/offline/outbox/outbox.ts'
import { sendInBackground } from '#src/offline/outbox/send-in-background.ts'
import { outboxIn } from '#src/offline/outbox/store.ts'
import { sealKeyFrom } from '#src/offline/seal.ts'
import { giveToken } from '#src/offline/token.ts'
import type { Upload, Waiting } from '#src/offline/upload.ts'
import { uploadsOf } from '#src/offline/uploads.ts'
import { closeUserDb, openUserDb, type Draft, type MetaEntry, type UserDb } from '#src/offline/user-db.ts'
import { startAttached, type Attached } from '../support/attached.ts'
import { deviceSession } from '../support/device-session.ts'
import { signedIn, type SignedIn } from '../support/server.ts'

/**
 * Queues as earlier releases left them on a device, written once and never again: what a later build makes of them is what
 * is looked at. `queue`: the file that an app of that release saved, all of it still to be sent. `device`: all that lay on a
 * device, with changes in every state there is. `file`: what that device saved. `sealed`: the same device after its person
 * had signed out. Whatever is changed since, none of it is skipped, and the records say what their people had said.
 */
const folder = 'tests/golden'
const names = readdirSync(folder).toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }))
const textOf = (name: string) => readFileSync(`${folder}/${name}`, 'utf8')
const named = (kind: string) => names.filter(name => name.startsWith(kind)).map(name => [name, textOf(name)] as const)
const [queues, devices, files, seals] = ['queue', 'device', 'file', 'sealed'].map(named) as Kinds
type Kinds = [Queues, Queues, Queues, Queues]
type Queues = (readonly [string, string])[]

/** What lies on a device, as JSON can say it. */
type Stores = { userId: number; outbox: OutboxOp[]; blobs: Waiting[]; drafts: Draft[]; meta: MetaEntry[] }

let server: Attached
let person: SignedIn
/** Each case on a server of its own: their records have the same numbers. */
function onServersOfTheirOwn() {
  beforeEach(async () => {
    server = await startAttached()
    person = await signedIn(server, { permissions: allPermissions })
    giveToken(person.token)
    await writeSession(deviceSession(person.userId, { token: person.token }))
    vi.stubGlobal('fetch', asksServer)
  })
  afterEach(async () => {
    giveToken(null)
    await server.close()
  })
}

async function asksServer(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const request = new Request(input, init)
  const url = new URL(request.url)
  const bytes = Buffer.from(await request.arrayBuffer())
  const answer = await server.app.inject({
    method: request.method as 'GET',
    url: url.pathname + url.search,
    headers: Object.fromEntries(request.headers),
    ...(bytes.length > 0 ? { payload: bytes } : {}),
  })
  return new Response(answer.statusCode === 204 ? null : answer.body, { status: answer.statusCode })
}

/** As it was kept; bytes are written out in it. */
const asKept = (text: string): unknown =>
  JSON.parse(text, (_, value: unknown) => {
    const { $buffer, $bytes } = (value as { $buffer?: string; $bytes?: string } | null) ?? {}
    const bytes = new Uint8Array(Buffer.from($buffer ?? $bytes ?? '', 'base64'))
    if ($buffer !== undefined) return bytes.buffer
    return $bytes === undefined ? value : bytes
  })

/** Whoever is named in it has another number here. */
function ofPerson(text: string): unknown {
  const { userId } = JSON.parse(text) as { userId: number }
  const isNamed = (key: string, value: unknown) => ['userId', 'assignedTo', 'by'].includes(key) && value === userId
  const named = JSON.parse(text, (key, value: unknown) => (isNamed(key, value) ? person.userId : value)) as object
  return asKept(JSON.stringify(named))
}

/** The records' numbers were leased to the device that made them. */
async function lease(ops: readonly OutboxOp[]) {
  for (const first of new Set(ops.map(({ id }) => id - ((id - 1) % LEASE_SIZE))))
    await server.database.pool.query(
      `insert into sync_lease (first, last, device_id, user_id) values ($1, $2, $3, $4)
       on conflict (first) do update set device_id = excluded.device_id, user_id = excluded.user_id`,
      [first, first + LEASE_SIZE - 1, ops[0]!.deviceId, person.userId],
    )
}

/** From now on this is that device. */
const isDevice = async (value: string) => void (await (await deviceDb()).entries.put({ key: 'deviceId', value }))

async function onDevice<R>(work: (db: UserDb) => Promise<R>, userId = person.userId): Promise<R> {
  const db = await openUserDb(userId, register)
  try {
    return await work(db)
  } finally {
    closeUserDb(db)
  }
}

/** The outbox of a page, and what sends its photos. */
function pageOf(db: UserDb, deviceId: string) {
  const meta = metaIn(db)
  const ids = leasedIds(meta, deviceId)
  const said = { onWritten: () => undefined, onChanged: () => undefined }
  const outbox = openOutbox({ db, register, userId: person.userId, deviceId, ids, ...said })
  const openUploads = () => uploadsOf({ db, register, deviceId, outbox: async () => outbox, meta, ids, ...said })
  return { outbox, openUploads }
}

/** A page sends all that waits, its photos too. Once for each store: a second page would be another tab, at the same photos. */
async function sendFromPage(db: UserDb, deviceId: string): Promise<void> {
  const { outbox, openUploads } = pageOf(db, deviceId)
  await outbox.sendNow()
  const uploads = openUploads()
  await uploads.takeUp()
  await uploads.sendNow()
  outbox.stop()
}

/** A page sends the changes that wait, and leaves the photos. */
async function sendChanges(db: UserDb, deviceId: string): Promise<void> {
  const { outbox } = pageOf(db, deviceId)
  await outbox.sendNow()
  outbox.stop()
}

const waitingIn = async (db: UserDb) => ({
  ops: await db.outbox.toArray(),
  blobs: await db.blobs.toArray(),
  drafts: await db.drafts.toArray(),
})

/** What of these records was done, in its order. */
async function doneTo(lane: string): Promise<string[]> {
  const [module, id] = lane.split(':')
  const { rows } = await server.database.pool.query<{ mid: string }>(
    'select mid from record_history where entity = $1 and record_id = $2 order by id',
    [module, id],
  )
  return rows.map(({ mid }) => mid)
}

/** That the server has all that these say, once, and their photos. */
async function isDone(ops: readonly OutboxOp[], uploads: readonly Upload[]): Promise<void> {
  const notes = ops.filter(({ op }) => op.endsWith('.note'))
  for (const { op, id, args } of notes) {
    const path = apiPath(register[splitOp(op).module]!)
    const answer = await server.ask(person, 'GET', `${path}/${id}/notes`)
    expect(answer.json<NotesAnswer>().notes).toMatchObject([{ id: args.id, text: args.text }])
  }
  for (const lane of new Set(ops.filter(op => !notes.includes(op)).map(({ lane }) => lane)))
    expect(await doneTo(lane)).toEqual(ops.filter(op => op.lane === lane).map(({ mid }) => mid))
  for (const { id, name, path, record, field } of uploads)
    if (field === null) {
      const { files } = (await server.ask(person, 'GET', `${path}/${record}/files`)).json<{ files: FileRow[] }>()
      expect(files).toMatchObject([{ id, name, received: null }])
    } else {
      const owner = ops.find(({ args }) => (args[field] as number[] | undefined)?.includes(id))!
      const row = (await server.ask(person, 'GET', `${path}/${owner.id}`)).json<Record<string, number[]>>()
      expect(row[field]).toContain(id)
      expect((await server.ask(person, 'GET', `/file/${id}/upload`)).json()).toMatchObject({ done: true })
    }
}

type Blobs = readonly { uploads?: Upload[] }[]
const uploadsIn = (blobs: Blobs) => blobs.flatMap(({ uploads = [] }) => uploads)

/** All that an op and a file say of themselves today: what is not here, the compiler asks for, and then the newest queue. */
const opKeys: Record<keyof OutboxOp, true> = {
  mid: true,
  op: true,
  opV: true,
  id: true,
  base: true,
  args: true,
  seq: true,
  ord: true,
  userId: true,
  queueId: true,
  queueSeq: true,
  deviceId: true,
  lane: true,
  prevMid: true,
  deps: true,
  group: true,
  supersedes: true,
  alsoSupersedes: true,
  state: true,
  was: true,
  open: true,
  claim: true,
  waited: true,
  sentOnce: true,
  attempts: true,
  nextAt: true,
  problem: true,
  decidedBy: true,
  at: true,
  clockOffset: true,
  endedAt: true,
  build: true,
}
const uploadKeys: Record<keyof Upload, true> = {
  id: true,
  mid: true,
  module: true,
  path: true,
  record: true,
  field: true,
  name: true,
  size: true,
  hash: true,
  at: true,
  ahead: true,
  refused: true,
}

const lacking = (keys: Record<string, true>, rows: readonly object[]) =>
  Object.keys(keys).filter(key => !rows.some(row => key in row))

// How the next one is written: docs/how-to/keep-a-golden-queue.md
test('there is one of this release, with all that people say and all that is kept of it today', () => {
  // None of the others was thrown away.
  for (const found of [queues, devices, files, seals])
    expect(found.map(([name]) => Number(/\d+/.exec(name)))).toEqual(found.map((_, at) => at + 1))
  const queue = JSON.parse(queues.at(-1)![1]) as UnsentExport
  const device = JSON.parse(devices.at(-1)![1]) as Stores
  const builds = new Set(queue.ops.map(({ build }) => build.split('-')[0]))
  expect([...builds]).toEqual([packageJson.version])
  expect(new Set(queue.ops.map(({ opV }) => opV))).toContain(OP_VERSION)
  const said = [...new Set(queue.ops.map(({ op }) => splitOp(op).action))]
  expect(said).toEqual(expect.arrayContaining([...plainActions, NOTE, 'start', 'finish']))
  expect(queue.ops.some(({ deps }) => deps.length > 0)).toBe(true)
  expect(queue.drafts).not.toEqual([])
  const uploads = uploadsIn([...queue.blobs, ...device.blobs])
  expect(uploads.some(({ field }) => field !== null)).toBe(true)
  expect(lacking(opKeys, [...queue.ops, ...device.outbox])).toEqual([])
  expect(lacking(uploadKeys, uploads)).toEqual([])
})

describe.each(queues)('%s', (_, text) => {
  onServersOfTheirOwn()
  /** What the server refused of them waits for its person. */
  const refusedIn = (blobs: Blobs) => uploadsIn(blobs).filter(({ refused }) => refused)
  async function isSent(ops: readonly OutboxOp[], blobs: Blobs, left: Blobs): Promise<void> {
    const refused = refusedIn(blobs)
    expect(uploadsIn(left)).toEqual(refused)
    await isDone(
      ops,
      uploadsIn(blobs).filter(upload => !refused.includes(upload)),
    )
  }

  test('is sent whole by the service worker of this build, from the device on which it lay', async () => {
    const { ops, blobs, drafts } = ofPerson(text) as UnsentExport
    const { deviceId, queueId } = ops[0]!
    expect(ops.length).toBeGreaterThan(2)
    await lease(ops)
    await isDevice(deviceId)
    await onDevice(async db => {
      await db.outbox.bulkPut(ops)
      await db.drafts.bulkPut(drafts)
      for (const { base64, ...blob } of blobs)
        await db.blobs.put({ ...blob, bytes: new Uint8Array(Buffer.from(base64, 'base64')).buffer })
      await db.meta.put({ key: QUEUE, value: { id: queueId, last: ops.at(-1)!.seq, epoch: null } })
    })
    expect(await sendInBackground(register)).toBe(refusedIn(blobs).length)
    const left = await onDevice(waitingIn)
    expect(left.ops.map(({ state, problem }) => ({ state, problem }))).toEqual(
      ops.map(() => ({ state: 'done', problem: null })),
    )
    expect(left.drafts).toEqual(drafts)
    await isSent(ops, blobs, left.blobs)
  })

  test('is sent whole by a page of this build on another device, which has taken it in as a file', async () => {
    const said = ofPerson(text) as UnsentExport
    const { ops, blobs, drafts } = said
    await lease(ops)
    const found = readExport(JSON.stringify(said), person.userId) as UnsentExport
    const left = await onDevice(async db => {
      expect(await importUnsent(db, outboxIn(db, register), found)).toEqual({
        added: ops.length,
        known: 0,
        blobs: filesIn(blobs),
        drafts: drafts.length,
        damaged: 0,
      })
      await sendFromPage(db, crypto.randomUUID())
      return waitingIn(db)
    })
    expect(left.ops.map(({ mid, state, problem }) => ({ mid, state, problem }))).toEqual(
      ops.map(({ mid }) => ({ mid, state: 'done', problem: null })),
    )
    expect(left.drafts).toEqual(drafts)
    await isSent(ops, blobs, left.blobs)
  })
})

const queueIn = (meta: readonly MetaEntry[]) => meta.find(({ key }) => key === QUEUE)!.value as QueueState

/** How each of these is after all that may go was sent: what this build says of it, or that a person is shown it. */
const fates = (ops: readonly OutboxOp[]) =>
  ops.map(op => [op.mid, isOpen(op) ? needsDecision(op) && 'shown' : op.state])

test.each(devices)('%s holds changes in every state', (_, text) => {
  const { outbox } = asKept(text) as Stores
  const states = ['pending', 'sending', 'conflict', 'rejected', 'cancelling', 'superseded', 'done', 'discarded']
  expect(new Set(outbox.map(({ state }) => state))).toEqual(new Set(states))
  // Two were put in a group by hand, which no app ever did. Each of them is sent by itself.
  expect(outbox.filter(({ group }) => group !== null)).toHaveLength(2)
  expect(outbox.filter(({ decidedBy }) => decidedBy)).toHaveLength(1)
})

describe.each(devices)('%s', (name, text) => {
  onServersOfTheirOwn()
  const read = () => ofPerson(text) as Stores
  /**
   * As a server that never heard of any of it sees it: what had been decided by somebody else is judged anew, and what others
   * had written is no question there.
   */
  const fateOf = ({ mid, state, decidedBy }: OutboxOp) => {
    if (state === 'rejected' || decidedBy) return [mid, 'shown']
    return [
      mid,
      { cancelling: 'discarded', pending: 'done', sending: 'done', conflict: 'done' }[state as string] ?? state,
    ]
  }

  test('comes through to a server that was restored: each of its changes is accepted, or waits for its person', async () => {
    const { outbox, blobs, drafts, meta } = read()
    const { deviceId } = outbox[0]!
    await lease(outbox)
    await isDevice(deviceId)
    const after = await onDevice(async db => {
      await db.outbox.bulkPut(outbox)
      await db.meta.bulkPut(meta)
      await db.blobs.bulkPut(blobs)
      await db.drafts.bulkPut(drafts)
      await sendFromPage(db, deviceId)
      expect(await readModuleDrafts(db, 'task')).toMatchObject([{ values: { title: 'Half a golden task' } }])
      return waitingIn(db)
    })
    expect(fates(after.ops)).toEqual(outbox.map(fateOf))
    expect(after.blobs).toEqual([])
    const done = after.ops.filter(({ state }) => state === 'done')
    await isDone(
      done,
      blobs.flatMap(({ uploads = [] }) => uploads),
    )
    for (const { lane, mid } of after.ops.filter(op => !done.includes(op)))
      expect(await doneTo(lane)).not.toContain(mid)
  })

  test('comes through from the file that it saved, on another device', async () => {
    const { outbox, blobs, drafts } = read()
    const file = ofPerson(Object.fromEntries(files)[name.replace('device', 'file')]!) as UnsentExport
    await lease(outbox)
    const found = readExport(JSON.stringify(file), person.userId) as UnsentExport
    const open = outbox.filter(isOpen)
    const device = crypto.randomUUID()
    const after = await onDevice(async db => {
      // What had been done when it was saved is known to the server.
      const before = outbox
        .filter(({ state }) => state === 'done')
        .map(op => ({ ...op, state: 'pending', open: 1 as const }))
      await db.outbox.bulkPut(before as OutboxOp[])
      await sendChanges(db, device)
      await db.outbox.clear()
      expect(await importUnsent(db, outboxIn(db, register), found)).toMatchObject({
        added: open.length,
        blobs: 1,
        drafts: 1,
      })
      await sendFromPage(db, device)
      return waitingIn(db)
    })
    expect(new Map(fates(after.ops) as [string, unknown][])).toEqual(new Map(open.map(fateOf) as [string, unknown][]))
    expect(after).toMatchObject({ blobs: [], drafts })
    await isDone(
      [],
      blobs.flatMap(({ uploads = [] }) => uploads),
    )
  })

  test('is as it was once its person, who had signed out, has come back', async () => {
    // Whose it is was sealed with it.
    const { userId, outbox, blobs, drafts, meta } = asKept(text) as Stores
    const sealed = asKept(Object.fromEntries(seals)[name.replace('device', 'sealed')]!) as Stores & { sealKey: string }
    const asLeft = await openUserDb(userId, register)
    await asLeft.outbox.bulkPut(sealed.outbox)
    await asLeft.blobs.bulkPut(sealed.blobs)
    await asLeft.drafts.bulkPut(sealed.drafts)
    await asLeft.meta.bulkPut(sealed.meta)
    closeUserDb(asLeft)
    await writeSession(deviceSession(userId, { sealKey: (await sealKeyFrom(sealed.sealKey))! }))
    await onDevice(async db => {
      expect(await waitingIn(db)).toEqual({ ops: outbox, blobs, drafts })
      expect((await db.meta.get(QUEUE))?.value).toMatchObject({ last: outbox.at(-1)!.seq, epoch: queueIn(meta).epoch })
    }, userId)
  })
})
