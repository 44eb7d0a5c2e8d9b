import { QueryClientProvider } from '@tanstack/react-query'
import { act, render, renderHook, waitFor } from '@testing-library/react'
import i18next from 'i18next'
import type { ReactNode } from 'react'
import { beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { maybe, text } from '#contract/fields.ts'
import { city } from '#contract/lists/places.ts'
import { source } from '#contract/lists/sales.ts'
import { defineModule } from '#contract/module.ts'
import { dealerBranch } from '#contract/modules/people/dealer-branch.ts'
import { register as shipped } from '#contract/register.ts'
import { writeSession } from '#src/offline/device.ts'
import problems from '../../public/locales/en/problems.json'
import { deviceSession } from '../../tests/support/device-session.ts'
import { itemRow, syncDouble, type SyncDouble } from '../../tests/support/sync-double.ts'
import { DataProvider } from './provider.tsx'
import { makeQueryClient } from './query-client.ts'
import { useHistory, useListUses, useUses } from './use-facts.ts'
import { useCount, useItem, useList, useListCounts } from './use-list.ts'
import { useOutbox } from './use-outbox.ts'
import { useRecord, useRecords } from './use-records.ts'
import { usePaste } from './use-paste.ts'
import { useArchive, useChange, useMove, useNewId, useSave } from './use-writes.ts'

/** A module that stays on the server. */
const letter = defineModule({
  name: 'letter',
  code: 999,
  fields: { subject: text(100), note: maybe(text(100)) },
  title: 'subject',
  search: ['subject'],
  offline: { keep: 'none', write: true },
})
const register = { ...shipped, letter }

let server: SyncDouble
let userId = 800

beforeAll(async () => {
  await i18next.init({ lng: 'en', ns: ['problems'], resources: { en: { problems } } })
})
beforeEach(async () => {
  server = syncDouble()
  userId += 1
  await writeSession(deviceSession(userId))
})

const tab = (as = userId) => {
  const queries = makeQueryClient()
  return ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queries}>
      <DataProvider userId={as} register={register}>
        {children}
      </DataProvider>
    </QueryClientProvider>
  )
}
const open = <T,>(hook: () => T, wrapper = tab()) => renderHook(hook, { wrapper }).result

test('a list is there in its order, without what is switched off unless asked for, and never with what is archived', async () => {
  server.write('source', 1, { label: 'Second', position: 20 })
  server.write('source', 2, { label: 'First', position: 10 })
  server.write('source', 3, { label: 'Off', position: 5, active: false })
  server.write('city', 4, { label: 'Pune' })
  server.write('source', 5, { label: 'Gone', archivedAt: '2026-01-01T00:00:00.000Z' })
  const lists = open(() => [useList(source), useList(source, { includeOff: true })] as const)
  await waitFor(() => expect(lists.current[0].items.map(item => item.label)).toEqual(['First', 'Second']))
  expect(lists.current[1].items.map(item => item.label)).toEqual(['Off', 'First', 'Second'])
  expect(lists.current[0].loading).toBe(false)
})

test('an empty list is loading until the first load is through, and then simply empty', async () => {
  const list = open(() => useList(source))
  expect(list.current).toEqual({ items: [], loading: true })
  await waitFor(() => expect(list.current).toEqual({ items: [], loading: false }))
})

test('ten thousand cities are pulled and found by search; the server is asked only until they are there', async () => {
  server.state.pageSize = 2_000
  for (let id = 1; id <= 10_000; id += 1)
    server.rows.set(id, { t: 'city', row: itemRow(id, id === 7_777 ? 'Śrīnagar' : `City ${id}`) })
  const found = open(() => useRecords(city, { q: 'srinagar' }))
  await waitFor(() => expect(found.current.rows.map(row => row.id)).toEqual([7_777]), { timeout: 20_000 })
  expect(found.current).toMatchObject({ source: 'device', hasMore: false, error: null })
  expect(server.state.requests.filter(request => request.includes('/list/')).length).toBeLessThanOrEqual(1)
})

test('items of one parent only', async () => {
  server.write('city', 1, { label: 'Pune', parent: 50 })
  server.write('city', 2, { label: 'Delhi', parent: 51 })
  const list = open(() => useList(city, { parent: 50 }))
  await waitFor(() => expect(list.current.items.map(item => item.label)).toEqual(['Pune']))
})

test('an item shows its name by its number, also after it was archived, and follows a change', async () => {
  server.write('city', 1, { label: 'Poona' })
  server.write('city', 2, { label: 'Gone', archivedAt: '2026-01-01T00:00:00.000Z' })
  const wrapper = tab()
  const hooks = open(
    () => ({
      items: [useItem('city', 1), useItem('city', 2), useItem('city', null)],
      save: useSave(city),
      change: useChange(city),
    }),
    wrapper,
  )
  await waitFor(() => expect(hooks.current.items.map(item => item?.label)).toEqual(['Poona', 'Gone', undefined]))
  await act(() => hooks.current.change({ id: 1, version: 1, label: 'Poona' } as never, { label: 'Pune' }))
  await waitFor(() => expect(hooks.current.items[0]?.label).toBe('Pune'))
})

test.each([
  { screen: 'stands', left: [] },
  { screen: 'has gone', left: ['rejected'] },
])('where the screen that asked $screen, a refusal leaves $left in the outbox', async ({ screen, left }) => {
  server.write('city', 1, { label: 'Poona' })
  const device = open(() => ({ outbox: useOutbox(), item: useItem('city', 1) }), tab())
  await waitFor(() => expect(device.current.item?.label).toBe('Poona'))
  let change: ReturnType<typeof useChange<typeof city>>
  const Asks = () => {
    change = useChange(city)
    return null
  }
  const Wrapper = tab()
  const page = render(<Asks />, { wrapper: Wrapper })
  await waitFor(() => expect(change).toBeDefined())
  server.state.refuses = () => {
    if (screen === 'has gone') page.rerender(<p>Another page</p>)
    return true
  }
  // Not within `act`, which would let the screen go only after the answer.
  await change!({ id: 1, version: 1, label: 'Poona' } as never, { label: 'Pune' })
  await waitFor(() => expect(device.current.outbox?.map(({ state }) => state)).toEqual(left))
})

test('an item shows the name that it was given while the server is away', async () => {
  server.write('city', 1, { label: 'Poona' })
  const hooks = open(() => ({ item: useItem('city', 1), list: useList(city), change: useChange(city) }))
  await waitFor(() => expect(hooks.current.item?.label).toBe('Poona'))
  await waitFor(() => expect(hooks.current.list.loading).toBe(false))
  server.state.network = 'refuse'
  const renamed = hooks.current.change(hooks.current.list.items[0]!, { label: 'Pune' })
  expect(await act(() => renamed)).toMatchObject({ state: 'waiting' })
  await waitFor(() => expect(hooks.current.item?.label).toBe('Pune'))
})

test('what one tab saves, the other tab shows', async () => {
  const here = open(() => useSave(source))
  const there = open(() => useList(source))
  await waitFor(() => expect(there.current.loading).toBe(false))
  const outcome = await act(() => here.current({ label: 'Radio' }))
  expect(outcome).toMatchObject({ state: 'saved', row: { label: 'Radio' } })
  await waitFor(() => expect(there.current.items.map(item => item.label)).toEqual(['Radio']))
})

test('a wish names its action, and only the touched fields as the person saw them', async () => {
  server.write('dealerBranch', 5, { name: 'Pune', phone: null })
  const hooks = open(() => ({
    row: useRecord(dealerBranch, 5).row,
    change: useChange(dealerBranch),
    archive: useArchive(dealerBranch),
    merge: useMove(source, 'merge'),
  }))
  await waitFor(() => expect(hooks.current.row?.name).toBe('Pune'))
  const row = hooks.current.row!
  await act(() => hooks.current.change(row, { phone: '020 1234' }))
  await act(() => hooks.current.archive(row))
  await act(() => hooks.current.merge({ id: 9, version: 3 }, { into: 10 }))
  expect(server.state.pushes.map(push => push.ops[0])).toMatchObject([
    { op: 'dealerBranch.change', id: 5, base: { version: 1, fields: { phone: null } }, args: { phone: '020 1234' } },
    { op: 'dealerBranch.archive', id: 5, base: { version: 1, fields: {} }, args: {} },
    { op: 'source.merge', id: 9, base: { version: 3, fields: {} }, args: { into: 10 } },
  ])
})

test('what cannot be sent waits and is on the screen at once; what needs the server says so in words', async () => {
  const hooks = open(() => ({ list: useList(source), save: useSave(source), merge: useMove(source, 'merge') }))
  await waitFor(() => expect(hooks.current.list.loading).toBe(false))
  await waitFor(() => expect(server.state.requests.filter(path => path.endsWith('/lease'))).toHaveLength(2))
  server.state.network = 'refuse'
  expect(await act(() => hooks.current.save({ label: 'Radio' }))).toMatchObject({
    state: 'waiting',
    row: { label: 'Radio', version: 0 },
  })
  await waitFor(() => expect(hooks.current.list.items.map(item => item.label)).toEqual(['Radio']))
  expect(await act(() => hooks.current.merge({ id: 9, version: 3 }, { into: 10 }))).toEqual({
    state: 'refused',
    code: 'unreachable',
    message: problems.code.unreachable,
  })
})

test('a module that is not kept is read page by page from the server, and asked again after a change', async () => {
  const letters = [1, 2, 3].map(id => ({ ...itemRow(id), subject: `L${id}` }))
  const asked: string[] = []
  server.state.routes['GET /letter'] = request => {
    const search = new URL(request.url).searchParams
    asked.push(search.toString())
    return search.has('after') ? { rows: letters.slice(2), next: null } : { rows: letters.slice(0, 2), next: 'p2' }
  }
  const hooks = open(() => ({
    records: useRecords(letter, { q: 'l', sort: '-subject', filter: { note: ['a', 'b'] } }),
    save: useSave(letter),
  }))
  await waitFor(() => expect(hooks.current.records.rows).toHaveLength(2))
  expect(hooks.current.records).toMatchObject({ source: 'server', hasMore: true, loading: false })
  expect(Object.fromEntries(new URLSearchParams(asked[0]))).toEqual({
    limit: '50',
    q: 'l',
    sort: '-subject',
    'filter[note]': 'a,b',
  })
  act(() => hooks.current.records.loadMore())
  await waitFor(() => expect(hooks.current.records.rows).toHaveLength(3))
  expect(hooks.current.records.hasMore).toBe(false)
  const before = asked.length
  await act(() => hooks.current.save({ subject: 'New' }))
  await waitFor(() => expect(asked.length).toBeGreaterThan(before))
})

test('a record that does not exist is null, and one that cannot be asked for is an error', async () => {
  const hooks = open(() => [useRecord(letter, 5), useRecord(letter, 0)] as const)
  await waitFor(() => expect(hooks.current[0]).toMatchObject({ row: null, loading: false, error: null }))
  expect(hooks.current[1]).toMatchObject({ row: null, loading: false })
  server.state.network = 'refuse'
  const other = open(() => useRecord(letter, 6))
  await waitFor(() => expect(other.current.error).toEqual({ code: 'unreachable', message: problems.code.unreachable }))
})

test('on another number the hook never shows the record of the one before', async () => {
  server.write('dealerBranch', 5, { name: 'Pune' })
  server.write('dealerBranch', 6, { name: 'Delhi' })
  const seen: unknown[] = []
  const { rerender } = renderHook(
    ({ id }) => {
      const { row } = useRecord(dealerBranch, id)
      seen.push([id, row?.name])
      return row
    },
    { wrapper: tab(), initialProps: { id: 5 } },
  )
  await waitFor(() => expect(seen.at(-1)).toEqual([5, 'Pune']))
  rerender({ id: 6 })
  await waitFor(() => expect(seen.at(-1)).toEqual([6, 'Delhi']))
  expect(seen).not.toContainEqual([6, 'Pune'])
})

test('counts of lists and modules leave out what is archived or switched off', async () => {
  server.write('source', 1, { label: 'A' })
  server.write('source', 2, { label: 'B', active: false })
  server.write('source', 3, { label: 'C', archivedAt: '2026-01-01T00:00:00.000Z' })
  server.write('dealerBranch', 4, { name: 'Pune' })
  server.write('dealerBranch', 5, { name: 'Old', archivedAt: '2026-01-01T00:00:00.000Z' })
  const hooks = open(() => ({ lists: useListCounts(), branches: useCount(dealerBranch), letters: useCount(letter) }))
  await waitFor(() => expect(hooks.current.branches).toBe(1))
  await waitFor(() => expect(hooks.current.lists).toMatchObject({ source: 1, city: 0 }))
  expect(hooks.current.letters).toBeUndefined()
})

test('without a server, a list that is not on this device is not on its way, and counts for nothing', async () => {
  server.state.network = 'refuse'
  const hooks = open(() => ({ list: useList(source), counts: useListCounts() }))
  await waitFor(() => expect(hooks.current.list).toEqual({ items: [], loading: false }))
  expect(hooks.current.counts).toEqual({})
})

test('many items pasted at once arrive by the next pull', async () => {
  server.state.routes['POST /list/source/paste'] = async request => {
    const { items } = (await request.json()) as { items: { label: string }[] }
    return { rows: items.map((item, i) => server.write('source', 30 + i, item)), lines: [], problems: [] }
  }
  const hooks = open(() => ({ list: useList(source), paste: usePaste(source) }))
  await waitFor(() => expect(hooks.current.list.loading).toBe(false))
  const pasted = await act(() => hooks.current.paste([{ label: 'A' }, { label: 'B' }]))
  expect(pasted).toMatchObject({ rows: [{ label: 'A' }, { label: 'B' }], problems: [] })
  await waitFor(() => expect(hooks.current.list.items.map(item => item.label)).toEqual(['A', 'B']))
  server.state.status = 500
  expect(await act(() => hooks.current.paste([{ label: 'C' }]))).toEqual({ failure: { code: 'broken', message: 'No' } })
})

test('facts that only the server knows', async () => {
  const who = { actor: 1, actorName: 'Asha', offline: false }
  const what = { action: 'create', recordId: 7, version: 1, before: {}, after: {} }
  const entry = { id: 9, at: '2026-11-21T10:00:00.000Z', ...who, ...what }
  server.state.routes['GET /list/source/7/uses'] = () => ({ total: 2, uses: [] })
  server.state.routes['GET /list/source/uses'] = () => ({ uses: { 7: 2 } })
  server.state.routes['GET /dealer-branch/7/history'] = () => ({ entries: [entry] })
  const hooks = open(() => ({
    uses: useUses(source, 7),
    all: useListUses(source),
    none: useUses(source, null),
    history: useHistory(dealerBranch, 7),
  }))
  await waitFor(() => expect(hooks.current.history.entries).toEqual([entry]))
  await waitFor(() => expect(hooks.current.uses.data?.total).toBe(2))
  await waitFor(() => expect(hooks.current.all).toEqual({ 7: 2 }))
  expect(hooks.current.none).toMatchObject({ loading: false, data: undefined })
})

test('numbers for lines can be asked for while the store is still opening', async () => {
  const hooks = open(() => useNewId())
  expect(await act(() => hooks.current())).toBeGreaterThan(0)
})

test('in a browser that keeps nothing the app works online: lists come from the server, and saving is still safe', async () => {
  const databases = vi.spyOn(indexedDB, 'open').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError')
  })
  onTestFinished(() => databases.mockRestore())
  server.state.routes['GET /list/source'] = request =>
    new URL(request.url).searchParams.has('after')
      ? { rows: [itemRow(2, 'B'), { ...itemRow(4, 'Gone'), archivedAt: '2026-01-01T00:00:00.000Z' }], next: null }
      : { rows: [itemRow(1, 'A')], next: 'x' }
  server.state.routes['GET /list/city'] = () => ({ rows: [itemRow(3, 'Pune')], next: null })
  const hooks = open(() => ({
    list: useList(source),
    withOff: useList(source, { includeOff: true }),
    records: useRecords(source),
    save: useSave(source),
    item: useItem('source', 2),
    elsewhere: useItem('city', 3),
  }))
  await waitFor(() => expect(hooks.current.list.items.map(item => item.label)).toEqual(['A', 'B']))
  expect(hooks.current.withOff.items.map(item => item.label)).toEqual(['A', 'B'])
  await waitFor(() => expect([hooks.current.item?.label, hooks.current.elsewhere?.label]).toEqual(['B', 'Pune']))
  await waitFor(() => expect(hooks.current.records).toMatchObject({ source: 'server', hasMore: true }))
  server.state.network = 'lose'
  expect(await act(() => hooks.current.save({ label: 'Radio' }))).toMatchObject({ state: 'refused' })
  server.state.network = 'up'
  expect(await act(() => hooks.current.save({ label: 'Radio' }))).toMatchObject({ state: 'saved' })
  expect(server.rows.size).toBe(1)
})
