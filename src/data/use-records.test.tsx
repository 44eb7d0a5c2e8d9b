import { QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import i18next from 'i18next'
import type { ReactNode } from 'react'
import { afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { Row } from '#contract/module.ts'
import { task } from '#contract/modules/desk/task.ts'
import { customer as customers } from '#contract/modules/people/customer.ts'
import { register } from '#contract/register.ts'
import { markConnection } from '#src/offline/connection.ts'
import { writeSession } from '#src/offline/device.ts'
import { spread } from '#src/offline/heard.ts'
import { keepOpened } from '#src/offline/needed.ts'
import type { OutboxOp } from '#src/offline/outbox/op.ts'
import { keptTable, openUserDb, type Kept } from '#src/offline/user-db.ts'
import problems from '../../public/locales/en/problems.json'
import { deviceSession } from '../../tests/support/device-session.ts'
import { waitingOp } from '../../tests/support/outbox.ts'
import { syncDouble, type SyncDouble } from '../../tests/support/sync-double.ts'
import { useRows } from '../crud/list/use-rows.ts'
import { startActor } from '../session/actor.ts'
import { useHeldGroups } from './data.ts'
import { DataProvider } from './provider.tsx'
import { makeQueryClient } from './query-client.ts'
import { useKept } from './use-kept.ts'
import { useRecord, useRecords } from './use-records.ts'
import { useUnsentRows } from './use-unsent-rows.ts'

const [customer, colleague] = [5, 9]
/** A question about what is not one's own: the server answers it. */
const question = { filter: { customer: [customer], stage: ['open', 'inProgress'] }, sort: 'title' }
let server: SyncDouble
let userId = 830
let answer: () => Response | Promise<Response>
let asked: number

beforeAll(async () => {
  await i18next.init({ lng: 'en', ns: ['problems'], resources: { en: { problems } } })
})
beforeEach(async () => {
  server = syncDouble()
  server.state.groups = { hash: 'h1', names: ['lists'] }
  userId += 1
  asked = 0
  served(taskOf(1, 'B'), taskOf(2, 'D'))
  server.state.routes['GET /task'] = () => {
    asked += 1
    return answer()
  }
  const actor = { id: userId, permissions: ['90-a'], branch: null, scopes: {}, approves: [] }
  await writeSession(deviceSession(userId, { actor: { ...actor, statusPermission: 'all' } }))
  await startActor()
})
afterEach(() => act(() => markConnection({ online: true, slow: false })))

const taskOf = (id: number, title: string, more: object = {}): Row => ({
  id,
  version: 1,
  createdAt: '2026-01-01T00:00:00.000Z',
  createdBy: colleague,
  updatedAt: '2026-01-01T00:00:00.000Z',
  updatedBy: colleague,
  archivedAt: null,
  title,
  assignedTo: colleague,
  assignedBy: colleague,
  customer,
  stage: 'open',
  dueAt: null,
  taskRemarks: [],
  ...more,
})
function served(...rows: Row[]) {
  answer = () => Response.json({ rows, next: null, total: rows.length })
}
const lost = () => Promise.reject(new TypeError('Failed to fetch'))
const notFound = () => Response.json({ code: 'not-found', message: 'Gone.', requestId: 'r' }, { status: 404 })

/** Kept on this device, with something that is not sent. */
async function kept(...rows: Row[]) {
  const db = await openUserDb(userId, register)
  const ops = rows.map(({ id, version }): OutboxOp => {
    const op = version === 0 ? 'task.create' : 'task.change'
    const state = { state: 'rejected', problem: { code: 'invalid', message: '', at: 0 } } as const
    return waitingOp({ op, id, lane: `task:${id}`, userId, ...state })
  })
  await db.outbox.bulkPut(ops)
  await keptTable(db, task).bulkPut(
    rows.map(row => ({ id: row.id, t: 'task', v: row.version, g: 0, on: 1, row, base: null })),
  )
  db.close()
}

function tab() {
  const queries = makeQueryClient()
  return ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queries}>
      <DataProvider userId={userId} register={register}>
        {children}
      </DataProvider>
    </QueryClientProvider>
  )
}
/** With everything that the first load brings, which lets go of what was here before. */
async function open() {
  const hooks = renderHook(() => [useRecords(task, question), useHeldGroups()] as const, { wrapper: tab() }).result
  await waitFor(() => expect(hooks.current[1]).toEqual(['lists']))
  return {
    get current() {
      return hooks.current[0]
    },
  }
}
const titles = (found: { rows: readonly { title: unknown }[] }) => found.rows.map(({ title }) => title)

test('what is not sent lies over what the server said: changed, added where it answers, gone where it does not', async () => {
  const found = await open()
  await waitFor(() => expect(titles(found.current)).toEqual(['B', 'D']))
  await kept(
    taskOf(1, 'E, as I call it'),
    taskOf(2, 'D', { stage: 'done' }),
    taskOf(71, 'A new one', { version: 0 }),
    taskOf(72, 'Of another customer', { version: 0, customer: 6 }),
  )
  await waitFor(() => expect(titles(found.current)).toEqual(['A new one', 'E, as I call it']))
  expect(found.current).toMatchObject({ source: 'server', partial: false, error: null })
})

test('what was sent meanwhile stays as it was left until the server has said it again', async () => {
  const seen: unknown[][] = []
  const hooks = renderHook(
    () => {
      const found = useRecords(task, question)
      seen.push(titles(found))
      return [found, useUnsentRows(task, true), useHeldGroups()] as const
    },
    { wrapper: tab() },
  ).result
  await waitFor(() => expect(hooks.current[2]).toEqual(['lists']))
  await kept(taskOf(1, 'B, as I call it'))
  await waitFor(() => expect(seen.at(-1)).toEqual(['B, as I call it', 'D']))
  seen.length = 0
  const db = await openUserDb(userId, register)
  const row = taskOf(1, 'B, as I call it', { version: 2 })
  await db.transaction('rw', db.outbox, keptTable(db, task), async () => {
    await db.outbox.clear()
    await keptTable(db, task).put({ id: 1, t: 'task', v: 2, g: 0, on: 1, row })
  })
  await waitFor(() => expect(hooks.current[1].unsent.size).toBe(0))
  expect(seen.filter(shown => shown[0] !== 'B, as I call it')).toEqual([])
  // Nothing of it stays where this device lets go of it, and what the server says since counts.
  await keptTable(db, task).delete(1)
  await waitFor(() => expect(seen.at(-1)).toEqual(['B', 'D']))
  db.close()
})

test('what was read stays when the server cannot be asked again, and is said to be old', async () => {
  const found = await open()
  await waitFor(() => expect(titles(found.current)).toEqual(['B', 'D']))
  answer = lost
  act(() => found.current.again())
  await waitFor(() => expect(found.current.partial).toBe(true))
  expect(found.current).toMatchObject({ error: null, source: 'server' })
  expect(titles(found.current)).toEqual(['B', 'D'])
  served(taskOf(1, 'B'))
  act(() => found.current.again())
  await waitFor(() => expect(titles(found.current)).toEqual(['B']))
  expect(found.current.partial).toBe(false)
})

test('why there is nothing is said where nothing has ever come', async () => {
  answer = () => Response.json({ code: 'forbidden', message: 'Not for you.', requestId: 'r' }, { status: 403 })
  const found = await open()
  await waitFor(() => expect(found.current.error).toEqual({ code: 'forbidden', message: 'Not for you.' }))
})

const down: [string, () => Response][] = [
  ['a gateway that reaches no server', () => new Response('<h1>Bad Gateway</h1>', { status: 502 })],
  [
    'a server that is without its database',
    () => Response.json({ code: 'unavailable', message: 'No', requestId: 'r' }, { status: 503 }),
  ],
]
test.each(down)('%s leaves what the device keeps in sight', async (_, reply) => {
  answer = reply
  const found = await open()
  await kept(taskOf(1, 'B, kept'))
  const list = renderHook(() => useRows(task, { ...question, archived: false } as never), { wrapper: tab() }).result
  await waitFor(() => expect(titles(found.current)).toEqual(['B, kept']))
  expect(found.current).toMatchObject({ partial: true, source: 'device', error: null })
  await waitFor(() => expect(list.current.at(0)?.title).toBe('B, kept'))
  expect(list.current.partial).toBe(true)
})

test('what nobody answered is asked for as soon as somebody answers anything, whatever the browser says', async () => {
  answer = lost
  server.state.routes['GET /task/3'] = lost
  const found = await open()
  await kept(taskOf(1, 'B, kept'))
  const list = renderHook(() => useRows(task, { ...question, archived: false } as never), { wrapper: tab() }).result
  const one = renderHook(() => useRecord(task, 3), { wrapper: tab() }).result
  await waitFor(() => expect([found.current.partial, list.current.partial]).toEqual([true, true]))
  await waitFor(() => expect(one.current.error?.code).toBe('unreachable'))
  act(() => markConnection({ online: false }))
  let say!: () => void
  const said = new Promise<void>(resolve => (say = resolve))
  const rows = [taskOf(1, 'B'), taskOf(2, 'D')]
  answer = () => said.then(() => Response.json({ rows, next: null, total: 2 }))
  const before = asked
  server.state.routes['GET /task/3'] = () => taskOf(3, 'C')
  act(() => markConnection({ online: true }))
  await waitFor(() => expect(asked).toBe(before + 2))
  // What the device keeps stays in sight until then.
  for (const { current } of [found, list]) expect(current).toMatchObject({ partial: true, loading: false })
  expect([titles(found.current), list.current.at(0)?.title]).toEqual([['B, kept'], 'B, kept'])
  say()
  await waitFor(() => expect(titles(found.current)).toEqual(['B, kept', 'D']))
  await waitFor(() => expect(list.current.at(1)?.title).toBe('D'))
  expect([found.current.partial, list.current.partial]).toEqual([false, false])
  await waitFor(() => expect(one.current).toMatchObject({ row: { title: 'C' }, error: null }))
})

describe('an opened record that leaves the device', () => {
  const one = 'GET /task/1'
  /** What was shown, from the server's first answer on. */
  async function openOne() {
    server.state.routes[one] = () => taskOf(1, 'Version 1')
    const shown: unknown[] = []
    const { result } = renderHook(
      () => {
        const found = useRecord(task, 1)
        shown.push(found.row?.title)
        return found
      },
      { wrapper: tab() },
    )
    await waitFor(() => expect(result.current).toMatchObject({ row: { title: 'Version 1' }, source: 'server' }))
    const db = await openUserDb(userId, register)
    onTestFinished(() => db.close())
    return { result, shown, store: keptTable(db, task) }
  }
  const v = (v: number, title: string | null): Kept => {
    const row = title === null ? null : taskOf(1, title, { version: v })
    return { id: 1, t: 'task', v, g: 0, on: 1, row, base: null }
  }

  test('stays as it was seen last until the server has answered, be it with a lower version', async () => {
    const { result, shown, store } = await openOne()
    await store.put(v(2, 'Version 2'))
    await waitFor(() => expect(result.current.row?.title).toBe('Version 2'))
    let say!: (row: Row) => void
    server.state.routes[one] = () => new Promise<Row>(resolve => (say = resolve))
    shown.length = 0
    await store.delete(1)
    await waitFor(() => expect(result.current.source).toBe('server'))
    expect(new Set(shown)).toEqual(new Set(['Version 2']))
    await waitFor(() => expect(server.state.requests.filter(request => request === one)).toHaveLength(2))
    await act(async () => say(taskOf(1, 'Version 1 of a restored server')))
    await waitFor(() => expect(result.current.row?.title).toBe('Version 1 of a restored server'))
  })

  test('goes where the server says that it is not for this person any more', async () => {
    const { result, store } = await openOne()
    await store.put(v(2, 'Version 2'))
    await waitFor(() => expect(result.current.row?.title).toBe('Version 2'))
    const no = { code: 'forbidden', message: 'Not for you.', requestId: 'r' }
    server.state.routes[one] = () => Response.json(no, { status: 403 })
    await store.delete(1)
    await waitFor(() => expect(result.current.error?.code).toBe('forbidden'))
    expect(result.current.row).toBeUndefined()
  })

  test('goes where a role has become narrower, also where the connection dies before anything else comes', async () => {
    server.state.groups = { hash: 'h1', names: ['lists', 'task'] }
    const { result, store } = await openOne()
    await store.put(v(2, 'Version 2'))
    await waitFor(() => expect(result.current.row?.title).toBe('Version 2'))
    const dies = () => {
      throw new TypeError('Failed to fetch')
    }
    Object.assign(server.state.routes, { [one]: dies, 'GET /sync/snapshot': dies })
    server.state.groups = { hash: 'h2', names: ['lists', `task:own:${userId}`] }
    act(() => void window.dispatchEvent(new Event('online')))
    await waitFor(async () => expect(await store.get(1)).toBeUndefined())
    await waitFor(() => expect(result.current.error?.code).toBe('unreachable'))
    expect(result.current.row).toBeUndefined()
  })

  test('and was gone by then is not seen again', async () => {
    const { result, shown, store } = await openOne()
    server.state.routes[one] = notFound
    await store.put(v(2, null))
    await waitFor(() => expect(result.current.row).toBeNull())
    server.state.routes[one] = () => new Promise<Row>(() => undefined)
    shown.length = 0
    await store.delete(1)
    await waitFor(() => expect(shown.length).toBeGreaterThan(0))
    expect(new Set(shown)).toEqual(new Set([undefined]))
  })
})

test('one of which this device has a change and nothing else is asked for, and without a connection it is not said to be gone', async () => {
  server.state.groups.names.push('customer')
  const { result } = renderHook(() => [useRecord(customers, 5), useHeldGroups(), useKept(customers, 5)] as const, {
    wrapper: tab(),
  })
  const one = `GET /customer/${customer}`
  server.state.routes[one] = lost
  await waitFor(() => expect(result.current[1]).toContain('customer'))
  const db = await openUserDb(userId, register)
  onTestFinished(() => db.close())
  // As an earlier build kept it.
  await keptTable(db, customers).put({ id: 5, t: 'customer', v: 0, g: 1, on: 0, row: null, base: null })
  await waitFor(() => expect(result.current[2]).toBeTruthy())
  await waitFor(() => expect(result.current[0].error?.code).toBe('unreachable'))
  expect(result.current[0].row).toBeUndefined()
  server.state.routes[one] = () => ({ ...taskOf(5, ''), name: 'Asha' })
  act(() => spread(userId, { changes: [{ t: 'customer', id: 5, v: 2 }], many: [] }))
  await waitFor(() => expect(result.current[0]).toMatchObject({ row: { name: 'Asha' }, error: null }))
})

describe('of a module of which one’s own records are kept', () => {
  const one = 'GET /task/2'
  const [theirs, mine] = [taskOf(2, 'Of Kavya'), () => taskOf(2, 'Of Kavya, and mine', { assignedTo: userId })]
  const here = (row: Row | null, more: object = {}): Kept => ({ id: 2, t: 'task', v: 1, g: 1, on: 1, row, ...more })
  /** Once the first load is through, this is kept of what was opened before, and the record stands open. */
  async function openWith(kept: Kept, ...ops: OutboxOp[]) {
    server.state.groups.names.push(`task:own:${userId}`)
    const hooks = ({ id }: { id: number }) => [useRecord(task, id), useHeldGroups(), useKept(task, id)] as const
    const { result, rerender } = renderHook(hooks, { wrapper: tab(), initialProps: { id: 0 } })
    await waitFor(() => expect(result.current[1]).toContain(`task:own:${userId}`))
    const db = await openUserDb(userId, register)
    onTestFinished(() => db.close())
    const store = keptTable(db, task)
    await keepOpened(db, register, task, 2, true)
    await db.outbox.bulkPut(ops)
    await store.put(kept)
    rerender({ id: 2 })
    await waitFor(() => expect(result.current[2]).toBeTruthy())
    return { store, found: () => result.current[0] }
  }
  const served = (row: Row) => {
    server.state.routes[one] = () => row
    server.state.routes['POST /sync/rows'] = () => {
      const { epoch, seq } = server.state
      return { epoch, seq, changes: [{ t: 'task', id: 2, v: row.version, row }] }
    }
  }
  const newer = { ...theirs, version: 2, title: 'Done by Kavya', stage: 'done' }
  const timesAsked = () => server.state.requests.filter(request => request === one).length

  test('one that was only opened is shown as the server has it by now, and kept like that', async () => {
    served(theirs)
    const { store, found } = await openWith(here(theirs))
    await waitFor(() => expect(timesAsked()).toBeGreaterThan(0))
    expect(found()).toMatchObject({ row: { title: 'Of Kavya' }, source: 'device' })
    served(newer)
    act(() => spread(userId, { changes: [{ t: 'task', id: 2, v: 2 }], many: [] }))
    await waitFor(() => expect(found().row?.title).toBe('Done by Kavya'))
    await waitFor(async () => expect(await store.get(2)).toMatchObject({ v: 2, row: { title: 'Done by Kavya' } }))
    expect(found().row?.title).toBe('Done by Kavya')
  })

  test('one that was only opened is there without a connection too, as it was seen last', async () => {
    server.state.routes[one] = lost
    const { found } = await openWith(here(theirs))
    await waitFor(() => expect(timesAsked()).toBeGreaterThan(0))
    await waitFor(() => expect(found()).toMatchObject({ row: { title: 'Of Kavya' }, error: null, loading: false }))
  })

  test('one’s own is not asked for: the feed brings whatever becomes of it', async () => {
    const { found } = await openWith(here(mine()))
    await waitFor(() => expect(found().row?.title).toBe('Of Kavya, and mine'))
    const before = timesAsked()
    act(() => spread(userId, { changes: [{ t: 'task', id: 2, v: 9 }], many: [] }))
    await act(() => new Promise(resolve => setTimeout(resolve, 50)))
    expect(timesAsked()).toBe(before)
  })

  test('what waits lies over the one that was only opened, as the server has that by now', async () => {
    const changed = { ...theirs, priority: 'urgent' }
    served(newer)
    const { store, found } = await openWith(
      here(changed, { base: theirs, v: 0 }),
      waitingOp({ op: 'task.change', id: 2, lane: 'task:2', userId, args: { priority: 'urgent' }, state: 'rejected' }),
    )
    await waitFor(async () => expect((await store.get(2))?.base).toMatchObject({ version: 2 }))
    await waitFor(() => expect(found().row).toMatchObject({ title: 'Done by Kavya', priority: 'urgent' }))
  })

  test('one that was passed on is gone for the device alone: whoever may see it sees it', async () => {
    served({ ...theirs, version: 2 })
    const { store, found } = await openWith(here(mine()))
    await waitFor(() => expect(found().row?.title).toBe('Of Kavya, and mine'))
    await store.put(here(null, { v: 2, goneAt: Date.now() }))
    await waitFor(() => expect(found()).toMatchObject({ row: { title: 'Of Kavya' }, source: 'server' }))
  })

  test('one that was passed on out of sight is gone, and without a connection it is not said to be', async () => {
    server.state.routes[one] = lost
    const { found } = await openWith(here(null, { v: 2, goneAt: Date.now() }))
    await waitFor(() => expect(found().error?.code).toBe('unreachable'))
    expect(found().row).toBeUndefined()
    server.state.routes[one] = notFound
    act(() => spread(userId, { changes: [{ t: 'task', id: 2, v: 3 }], many: [] }))
    await waitFor(() => expect(found()).toMatchObject({ row: null, error: null }))
  })

  test('one that was only opened goes where the server says so, also if something is written to it here', async () => {
    server.state.routes[one] = notFound
    const { store, found } = await openWith(here(theirs))
    await waitFor(() => expect(found()).toMatchObject({ row: null, error: null, loading: false }))
    await act(async () => {
      await store.put(here({ ...theirs, title: 'As I call it' }))
      await new Promise(resolve => setTimeout(resolve, 50))
    })
    expect(found().row).toBeNull()
  })
})

test('a server that keeps silent is not waited for: what the device keeps is shown until it answers', async () => {
  let say!: () => void
  answer = () =>
    new Promise(resolve => {
      say = () => resolve(Response.json({ rows: [taskOf(2, 'D')], next: null }))
    })
  const found = await open()
  const list = renderHook(() => useRows(task, { ...question, archived: false } as never), { wrapper: tab() }).result
  await waitFor(() => expect(asked).toBe(2))
  await kept(taskOf(1, 'B, kept'))
  expect([found.current.loading, list.current.loading]).toEqual([true, true])
  act(() => markConnection({ slow: true }))
  await waitFor(() => expect(titles(found.current)).toEqual(['B, kept']))
  // A list on its way shows what is here too; what says that nothing is waited for any more comes a drawing later.
  await waitFor(() => expect(found.current).toMatchObject({ partial: true, loading: false, source: 'device' }))
  await waitFor(() => expect(list.current.at(0)?.title).toBe('B, kept'))
  await waitFor(() => expect(list.current.partial).toBe(true))
  served(taskOf(2, 'D'))
  say()
  act(() => {
    markConnection({ slow: false })
    found.current.again()
  })
  await waitFor(() => expect(found.current.source).toBe('server'))
})
