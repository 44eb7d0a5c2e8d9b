import { act, screen, waitFor, within } from '@testing-library/react'
import { createMemoryRouter } from 'react-router-dom'
import { beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { deadReason } from '#contract/lists/sales.ts'
import { register } from '#contract/register.ts'
import { listenToKeys } from '#src/lib/keys/listen.ts'
import { defineUserDb } from '#src/offline/user-db.ts'
import { everythingIsKept, keepWhatIsOpen } from '#src/session/dirty.ts'
import { dismissToast, shownToasts } from '#src/ui/toast.ts'
import { begin, showAtWork, speakEnglish } from '../../../tests/support/at-work.tsx'
import { holdAnswers } from '../../../tests/support/hold-answers.ts'
import { syncDouble, type SyncDouble } from '../../../tests/support/sync-double.ts'
import { newKey, readModuleDrafts, writeDraft } from '#src/data/drafts/store.ts'
import { ListSettingsScreen } from '../list-settings-screen.tsx'

/** Where a part of the app does not come, nothing can be sent. */
const lost = vi.hoisted(() => ({ now: false }))
vi.mock('#src/offline/push.ts', async original => {
  const real = await original<typeof import('#src/offline/push.ts')>()
  const gone = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'))
  return {
    ...real,
    sendWish: (...asked: Parameters<typeof real.sendWish>) => (lost.now ? gone() : real.sendWish(...asked)),
  }
})

let server: SyncDouble
let userId = 6_700

beforeAll(() => speakEnglish('ui', 'crud', 'lists', 'problems', 'keys'))
beforeEach(() => {
  for (const { id } of shownToasts()) dismissToast(id)
  lost.now = false
  server = syncDouble()
  userId += 1
  server.state.routes['GET /list/dead-reason/uses'] = () => ({ uses: {} })
  server.state.routes['GET /list/dead-reason/history'] = () => ({ entries: [] })
  // Away from the numbers, and behind the places, of the items that are there.
  server.state.lease = 10_001
  for (const [id, label] of [
    [1, 'Price'],
    [2, 'No answer'],
    [3, 'Duplicate'],
  ] as const)
    server.write('deadReason', id, { label, code: label.toLowerCase(), position: id * 1024 })
})

async function open() {
  await begin({ userId, permissions: ['121-a', '121-b', '121-c'] })
  const hand = showAtWork(
    userId,
    createMemoryRouter([{ path: '*', element: <ListSettingsScreen list={deadReason} /> }]),
  )
  await screen.findByRole('row', { name: /Duplicate/ })
  return hand
}
type Hand = Awaited<ReturnType<typeof open>>
const row = (name: RegExp) => screen.getByRole('row', { name })
const labels = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map(row => within(row).getAllByRole('gridcell')[1]?.firstElementChild?.firstElementChild?.textContent)
const labelIn = async (form: string) =>
  within(await screen.findByRole('form', { name: form })).getByRole('textbox', { name: 'Label' })
/** Opens a row to be edited; answers its label. */
async function edit(hand: Hand, label: string) {
  act(() => row(new RegExp(label)).focus())
  await hand.keyboard('{F2}')
  return labelIn(`Edit ${label}`)
}
const isPushed = (times = 1) =>
  waitFor(() => expect(server.state.requests.filter(one => one === 'POST /sync/push')).toHaveLength(times))
const hear = () => act(() => globalThis.dispatchEvent(new Event('online')))
async function inDb<T>(work: (db: ReturnType<typeof defineUserDb>) => Promise<T>): Promise<T> {
  const db = defineUserDb(userId, register)
  await db.open()
  try {
    return await work(db)
  } finally {
    db.close()
  }
}
async function archive(hand: Hand, name: RegExp) {
  await hand.click(within(row(name)).getByRole('button', { name: /^More/ }))
  await hand.click(await screen.findByRole('menuitem', { name: 'Archive' }))
  await hand.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Archive' }))
}
const drafts = () => inDb(db => readModuleDrafts(db, deadReason.name))

test('what is typed into an item while it is saved stays, as a change of what was saved', async () => {
  const hand = await open()
  const label = await edit(hand, 'No answer')
  const answer = holdAnswers(server)
  await hand.type(label, ' yet{Enter}')
  await isPushed()
  await hand.type(label, ' at all')
  answer()
  expect(await screen.findByText(/^Saved\. What you typed since/)).toBeTruthy()
  expect(label.isConnected).toBe(true)
  expect(label).toHaveProperty('value', 'No answer yet at all')
  await waitFor(() => expect(everythingIsKept()).toBe(true))
  await keepWhatIsOpen()
  expect(await drafts()).toMatchObject([
    { values: { label: 'No answer yet at all' }, base: { version: 2, fields: { label: 'No answer yet' } } },
  ])

  await hand.type(label, '{Enter}')
  await screen.findByRole('row', { name: /No answer yet at all/ })
  expect(server.state.pushes.at(-1)?.ops[0]).toMatchObject({
    args: { label: 'No answer yet at all' },
    base: { version: 2, fields: { label: 'No answer yet' } },
  })
  expect(await drafts()).toEqual([])
})

test('the answer to an item that was left while it was saved closes no other one', async () => {
  const hand = await open()
  const first = await edit(hand, 'Price')
  const answer = holdAnswers(server)
  await hand.type(first, ' list{Enter}')
  await isPushed()
  await hand.type(first, '{Escape}')
  await waitFor(() => expect(first.isConnected).toBe(false))
  const second = await edit(hand, 'Duplicate')
  await hand.type(second, ' of')
  answer()
  await waitFor(() => expect(server.rows.get(1)?.row.label).toBe('Price list'))
  // Nothing is to be seen of the answer: there is only time for it to do harm.
  await act(() => new Promise(resolve => setTimeout(resolve, 400)))
  await hand.keyboard(' one')
  expect(second.isConnected).toBe(true)
  expect(second).toHaveProperty('value', 'Duplicate of one')
  expect(document.activeElement).toBe(second)
})

test('where nothing can be sent, what was added is named, and the next one is sent', async () => {
  const hand = await open()
  const label = await labelIn('Add reason')
  lost.now = true
  await hand.type(label, 'One{Enter}')
  expect(await screen.findByRole('alert')).toBeTruthy()
  // Nothing else was typed, so it stands in its place again.
  await waitFor(() => expect(label).toHaveProperty('value', 'One'))
  lost.now = false
  await hand.type(label, '{Enter}Two{Enter}Three{Enter}')
  await waitFor(() => expect(labels().slice(-3)).toEqual(['One', 'Two', 'Three']))
  expect(screen.queryByRole('alert')).toBeNull()
})

test('where nothing can be sent, an item that is edited keeps its words and can be saved again', async () => {
  const hand = await open()
  const label = await edit(hand, 'No answer')
  lost.now = true
  await hand.type(label, ' yet{Enter}')
  expect(await screen.findByRole('alert')).toBeTruthy()
  expect(label).toHaveProperty('value', 'No answer yet')
  await keepWhatIsOpen()
  expect(await drafts()).toMatchObject([{ values: { label: 'No answer yet' } }])
  lost.now = false
  await hand.type(label, '{Enter}')
  await screen.findByRole('row', { name: /No answer yet/ })
})

test('where nothing can be sent, a switch says so and can be used again', async () => {
  const hand = await open()
  lost.now = true
  await hand.click(screen.getByRole('switch', { name: /Duplicate/ }))
  expect(await screen.findByRole('alert')).toBeTruthy()
  lost.now = false
  await hand.click(screen.getByRole('switch', { name: /Duplicate/ }))
  await waitFor(() => expect(server.rows.get(3)?.row.active).toBe(false))
})

test('where nothing can be sent, a merge says so and can be tried again', async () => {
  // Options are drawn where there is room for them.
  const height = vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(320)
  const rowHeight = vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(32)
  onTestFinished(() => [height, rowHeight].forEach(spy => spy.mockRestore()))
  const hand = await open()
  await hand.click(within(row(/Duplicate/)).getByRole('button', { name: /^More/ }))
  await hand.click(await screen.findByRole('menuitem', { name: /^Merge into/ }))
  const dialog = within(await screen.findByRole('dialog'))
  await hand.type(dialog.getByRole('combobox', { name: /^Merge into/ }), 'Price')
  await hand.click(await screen.findByRole('option', { name: /^Price/ }))
  const merge = dialog.getByRole('button', { name: 'Merge' })
  lost.now = true
  await hand.click(merge)
  expect(await dialog.findByRole('alert')).toBeTruthy()
  lost.now = false
  await hand.click(merge)
  await isPushed()
})

test('where nothing can be sent, a move is taken back, and the next one is written', async () => {
  const hand = await open()
  const up = async () => {
    act(() => row(/Duplicate/).focus())
    await hand.keyboard('{Alt>}{ArrowUp}{/Alt}')
  }
  lost.now = true
  await up()
  expect(await screen.findByRole('alert')).toBeTruthy()
  await waitFor(() => expect(labels()).toEqual(['Price', 'No answer', 'Duplicate']))
  lost.now = false
  await up()
  await waitFor(() => expect(server.rows.get(3)?.row.position).toBe(1536))
  expect(labels()).toEqual(['Price', 'Duplicate', 'No answer'])
})

test('what was moved without a server goes where somebody else moves it later', async () => {
  const hand = await open()
  server.state.network = 'refuse'
  act(() => row(/Duplicate/).focus())
  await hand.keyboard('{Alt>}{ArrowUp}{/Alt}')
  await waitFor(() => expect(labels()).toEqual(['Price', 'Duplicate', 'No answer']))
  await screen.findByText('Duplicate is now at place 2 of 3')
  server.state.network = 'up'
  void hear()
  await waitFor(() => expect(server.rows.get(3)?.row.position).toBe(1536))
  server.write('deadReason', 3, { position: 512 })
  void hear()
  await waitFor(() => expect(labels()).toEqual(['Duplicate', 'Price', 'No answer']))
})

test('an item that is archived while it is edited stays open, says so, and is saved once it is brought back', async () => {
  const hand = await open()
  const label = await edit(hand, 'No answer')
  await hand.type(label, ' yet')
  server.write('deadReason', 2, { archivedAt: '2026-02-02T00:00:00.000Z' })
  void hear()
  expect(await screen.findByText('Somebody archived this meanwhile.')).toBeTruthy()
  expect(label.isConnected).toBe(true)
  expect(label).toHaveProperty('value', 'No answer yet')

  // It is brought back by the server here, whose double only writes what an op says.
  server.state.clashes = op => {
    const { op: name } = op as unknown as { op: string }
    if (name.endsWith('.restore')) server.write('deadReason', 2, { archivedAt: null })
    return false
  }
  await hand.click(screen.getByRole('button', { name: 'Bring back' }))
  await waitFor(() => expect(screen.queryByText('Somebody archived this meanwhile.')).toBeNull())
  expect(label.isConnected).toBe(true)
  await hand.type(label, '{Enter}')
  await screen.findByRole('row', { name: /No answer yet/ })
  expect(server.rows.get(2)?.row).toMatchObject({ label: 'No answer yet', archivedAt: null })
})

test('the draft of an item that was archived since is found in its place, and can be given up', async () => {
  await begin({ userId, permissions: ['121-a', '121-b', '121-c'] })
  await inDb(db =>
    writeDraft(db, {
      key: newKey('deadReason:2'),
      values: { label: 'No answer yet' },
      base: { version: 1, fields: { label: 'No answer' } },
      at: 1,
    }),
  )
  server.write('deadReason', 2, { archivedAt: '2026-02-02T00:00:00.000Z' })
  const hand = await open()
  await labelIn('Edit No answer')
  expect(await screen.findByText('Somebody archived this meanwhile.')).toBeTruthy()
  await hand.click(await screen.findByRole('button', { name: 'Discard draft' }))
  await hand.type(await labelIn('Edit No answer'), '{Escape}')
  await waitFor(() => expect(labels()).toEqual(['Price', 'Duplicate']))
  expect(await drafts()).toEqual([])
})

test('lines that are typed while others are added stay to be added', async () => {
  const hand = await open()
  let answer: () => void = () => undefined
  server.state.routes['POST /list/dead-reason/paste'] = async request => {
    const { items } = (await request.json()) as { items: { label: string }[] }
    await new Promise<void>(resolve => {
      answer = resolve
    })
    return {
      rows: items.slice(1).map((item, index) => ({ id: 90 + index, ...item })),
      lines: items.map((_, index) => ({ index, status: index === 0 ? 'refused' : 'added' })),
      problems: [{ index: 0, message: 'Not like this.', fields: {} }],
    }
  }
  const box = await screen.findByRole('textbox', { name: 'Items to paste' })
  await hand.type(box, 'Bad{Enter}Good{Enter}')
  await hand.click(await screen.findByRole('button', { name: 'Add 2 items' }))
  await waitFor(() => expect(server.state.requests).toContain('POST /list/dead-reason/paste'))
  await hand.type(box, 'Better')
  answer()
  expect(await screen.findByText(/1 item added/)).toBeTruthy()
  expect(box).toHaveProperty('value', 'Bad\nBetter')
})

test('archiving is undone by its key too, and where the server will not have the item back, that is said although its row is gone', async () => {
  server.state.clashes = op => {
    const { op: name } = op as unknown as { op: string }
    if (name.endsWith('.archive')) server.write('deadReason', 2, { archivedAt: '2026-02-02T00:00:00.000Z' })
    return false
  }
  server.state.refuses = op => (op as unknown as { op: string }).op.endsWith('.restore')
  server.state.refused = { label: 'There is “No answer” already.' }
  server.state.writes = () => ({ updatedBy: userId })
  const hand = await open()
  onTestFinished(listenToKeys())
  await archive(hand, /No answer/)
  await screen.findByText('No answer archived')
  await waitFor(() => expect(labels()).toEqual(['Price', 'Duplicate']))
  act(() => row(/Duplicate/).focus())
  await hand.keyboard('{Control>}z{/Control}')
  expect(await screen.findByText('There is “No answer” already.')).toBeTruthy()
  expect(server.state.pushes.at(-1)?.ops[0]).toMatchObject({ op: 'deadReason.restore', id: 2 })
})

test('what somebody else had archived before is theirs to bring back', async () => {
  server.state.writes = () => ({ archivedAt: '2026-02-02T00:00:00.000Z', updatedBy: 9 })
  const hand = await open()
  await archive(hand, /No answer/)
  await screen.findByText('No answer archived')
  expect(shownToasts().map(({ undo }) => undo)).toEqual([undefined])
})
