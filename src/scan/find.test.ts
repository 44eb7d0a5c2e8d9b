// @vitest-environment jsdom
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { actorFrom } from '#contract/actor.ts'
import { part } from '#contract/modules/catalogue/part.ts'
import { maintenance } from '#contract/modules/service/maintenance.ts'
import { unit } from '#contract/modules/stock/unit.ts'
import { allPermissions } from '#contract/permissions.ts'
import { register } from '#contract/register.ts'
import { shortCode } from '#contract/short-code.ts'
import { unreachable } from '#src/offline/unreachable.ts'
import { closeUserDbs, CURSOR, keptTable, openUserDb, type Kept, type UserDb } from '#src/offline/user-db.ts'
import { findScanned } from './find.ts'

const ask = vi.hoisted(() => vi.fn())
vi.mock('#src/offline/ask.ts', () => ({ ask }))

const MANY = 20_000
let db: UserDb
const actor = actorFrom({
  id: 1,
  permissions: allPermissions,
  scopes: {},
  approves: [],
  branch: null,
} as never)
const onOther = vi.fn()
const find = (text: string) => findScanned(text, { db, register, actor, onOther })
const answer = (more: object) => ({ hits: [], how: 'asIs', denied: [], similar: [], ...more })

const kept = (id: number, serial: string, archivedAt: string | null = null): Kept => ({
  id,
  t: 'unit',
  v: 1,
  g: 1,
  on: archivedAt ? 0 : 1,
  row: { id, version: 1, serial, archivedAt } as never,
})

beforeAll(async () => {
  db = await openUserDb(9, register)
  const rows = Array.from({ length: MANY }, (_, at) => kept(at + 1, `KWP24-${String(at).padStart(6, '0')}`))
  await keptTable(db, unit).bulkPut([
    ...rows,
    kept(900_001, '0042'),
    kept(900_002, 'GONE-1', '2026-01-01T00:00:00.000Z'),
  ])
  const belt = { id: 800_001, version: 1, code: 'BELT-1', archivedAt: null }
  await keptTable(db, part).put({ ...kept(belt.id, ''), t: 'part', row: belt as never })
}, 60_000)
afterAll(() => closeUserDbs(9))
beforeEach(async () => {
  vi.restoreAllMocks()
  await db.meta.put({ key: CURSOR, value: { groups: { hash: '', names: ['lists', 'part', 'unit'] } } })
  onOther.mockReset()
  ask.mockReset().mockRejectedValue(unreachable(new Error('cut off')))
})

test('what this device cannot be mistaken in is found without asking anybody', async () => {
  expect(await find('BELT-1')).toMatchObject({ is: 'found', hit: { module: 'part', id: 800_001 } })
  expect(await find(`${location.origin}/s/${shortCode(unit, 18_220)}`)).toMatchObject({
    is: 'found',
    hit: { id: 18_220 },
  })
  expect(ask).not.toHaveBeenCalled()
})

test('a serial number in use is answered at once, and it is said afterwards what the server knows otherwise', async () => {
  const hit = (id: number) => ({ module: 'unit', id, title: '', archived: false, field: 'serial', code: '' })
  const asks: ((found: object) => void)[] = []
  ask.mockImplementation(() => new Promise(resolve => asks.push(resolve)))
  expect(await find('KWP24-000041')).toMatchObject({ is: 'found', hit: { id: 42 } })
  expect(await find('kwp24-000042')).toMatchObject({ is: 'found', how: 'capsLock', hit: { id: 43 } })
  // One after the other: ten scans a second are not ten questions at a time.
  await vi.waitFor(() => expect(asks).toHaveLength(1))
  asks[0]!(answer({ hits: [hit(42)] }))
  await vi.waitFor(() => expect(asks).toHaveLength(2))
  expect(onOther).not.toHaveBeenCalled()
  asks[1]!(answer({ hits: [hit(7)] }))
  await vi.waitFor(() => expect(onOther.mock.lastCall).toMatchObject([{ is: 'found', hit: { id: 7 } }]))
})

test('of scans that were answered nobody is asked any more once a question was not', async () => {
  const fails: ((error: Error) => void)[] = []
  ask.mockImplementation(() => new Promise((_, reject) => fails.push(reject)))
  for (const code of ['KWP24-000051', 'KWP24-000052', 'KWP24-000053']) await find(code)
  await vi.waitFor(() => expect(fails).toHaveLength(1))
  fails[0]!(unreachable(new Error('cut off')))
  await find('KWP24-000054')
  await vi.waitFor(() => expect(ask.mock.calls.map(([, { text }]) => text)).toEqual(['KWP24-000051', 'KWP24-000054']))
  fails[1]!(unreachable(new Error('cut off')))
})

test('of what it has in part the server may know one that fits better', async () => {
  const hit = (id: number) => ({
    module: 'unit',
    id,
    title: 'GONE-1',
    archived: false,
    field: 'serial',
    code: 'GONE-1',
  })
  ask.mockResolvedValue(answer({ hits: [hit(7)] }))
  expect(await find('GONE-1')).toMatchObject({ is: 'found', hit: { id: 7, archived: false } })
  // What was read by another layout only, the server may know as it came.
  expect(await find('ИУДЕ-1')).toMatchObject({ is: 'found', hit: { id: 7 } })
  // Nor is a module had whole of which this device has thrown records off, or that an earlier build did not know.
  await db.meta.put({ key: CURSOR, value: { groups: { hash: '', names: ['lists', 'unit'] } } })
  expect(await find('BELT-1')).toMatchObject({ is: 'found', hit: { id: 800_001 } })
  await vi.waitFor(() => expect(onOther.mock.lastCall).toMatchObject([{ is: 'found', hit: { id: 7 } }]))
})

test('where nobody answers, or not soon, it is what this device knows', async () => {
  expect(await find('kwp24-018219')).toMatchObject({ is: 'found', hit: { module: 'unit', id: 18_220 } })
  expect(await find('GONE-1')).toMatchObject({ is: 'found', hit: { archived: true } })
  expect(await find('ИУДЕ-1')).toMatchObject({ is: 'found', how: 'russian', hit: { id: 800_001 } })
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort(new DOMException('', 'TimeoutError')))
  ask.mockImplementation(async (_call, _input, { signal }: { signal: AbortSignal }) => signal.throwIfAborted())
  expect(await find('GONE-1')).toMatchObject({ is: 'found', hit: { archived: true } })
  expect(await find('NOT-HERE')).toMatchObject({ is: 'unreachable', hits: [] })
})

test('codes that are like it are looked for on the device only where nobody answers', async () => {
  const looked = vi.spyOn(db, 'transaction')
  ask.mockResolvedValue(answer({}))
  expect(await find('KWP24-99999')).toMatchObject({ is: 'unknown' })
  const asked = looked.mock.calls.length
  ask.mockRejectedValue(unreachable(new Error('cut off')))
  expect(await find('KWP24-99999')).toMatchObject({ is: 'unreachable' })
  expect(looked.mock.calls.length).toBe(2 * asked + 1)
})

test('a device stands for the jobs that copied its serial number', async () => {
  const row = {
    id: 700_001,
    version: 1,
    serial: 'KWP24-000007',
    unit: 8,
    stage: 'inRepair',
    number: 'SRV-1',
    archivedAt: null,
  }
  await keptTable(db, maintenance).bulkPut([
    { ...kept(700_001, ''), t: 'maintenance', row: row as never },
    { ...kept(700_002, ''), t: 'maintenance', row: { ...row, id: 700_002, unit: 990_000, serial: 'X-1' } as never },
    {
      ...kept(700_003, ''),
      t: 'maintenance',
      row: { ...row, id: 700_003, unit: 990_000, serial: 'X-1', stage: 'closed' } as never,
    },
  ])
  expect(await find('KWP24-000007')).toMatchObject({ is: 'found', hit: { module: 'unit', id: 8 } })
  expect(await find('X-1')).toMatchObject({ is: 'found', hit: { module: 'maintenance', id: 700_002 } })
})

test('what it does not know is asked of the server', async () => {
  const hit = {
    module: 'order',
    id: 5,
    title: 'ORD-2026-000005',
    archived: false,
    field: 'number',
    code: 'ORD-2026-000005',
  }
  ask.mockResolvedValue(answer({ hits: [hit] }))
  expect(await find('ORD-2026-000005')).toMatchObject({ is: 'found', hit: { module: 'order', id: 5 } })
  ask.mockResolvedValue(answer({ hits: [hit, { ...hit, id: 6 }] }))
  expect(await find('ORD-2026-000005')).toMatchObject({ is: 'several', hits: [{ id: 5 }, { id: 6 }] })
  ask.mockResolvedValue(answer({ denied: ['payment'] }))
  expect(await find('PAY-1')).toEqual({ is: 'denied', said: 'PAY-1', modules: ['payment'] })
  ask.mockResolvedValue(answer({}))
  expect(await find('PAY-1')).toEqual({ is: 'unknown', said: 'PAY-1' })
})

test('a code that only its check digit speaks for is asked about, and believed where nobody answers', async () => {
  const code = shortCode(unit, 18_220)
  const other = { module: 'part', id: 3, title: 'Belt', archived: false, field: 'barcode', code }
  ask.mockResolvedValue(answer({ hits: [other] }))
  expect(await find(code)).toMatchObject({ is: 'found', hit: { module: 'part' } })
  ask.mockRejectedValue(unreachable(new Error('cut off')))
  expect(await find(code)).toMatchObject({ is: 'found', hit: { module: 'unit', id: 18_220 } })
})

test('without a connection what is only similar is a question, and nothing is taken for another', async () => {
  expect(await find('42')).toMatchObject({ is: 'unreachable', hits: [{ code: '0042' }] })
  expect(await find('NOT-HERE')).toMatchObject({ is: 'unreachable', hits: [] })
  expect(await find('https://evil.example/x')).toMatchObject({ is: 'address', gs1: false })
  expect(await find('\u0000')).toEqual({ is: 'nothing' })
})

test('nobody is asked for more than a code can be', async () => {
  ask.mockRejectedValue(new Error('too long'))
  expect(await find('9'.repeat(2_000))).toMatchObject({ is: 'unknown' })
  expect(ask).not.toHaveBeenCalled()
})

test('a code is found by its key, whatever parts it or looks like its letters', async () => {
  for (const said of ['KWP24 018219', 'kwp24018219', 'KWP24\u2013018219', '\u041aWP24-018219'])
    expect(await find(said), said).toMatchObject({ is: 'found', hit: { id: 18_220 } })
})
