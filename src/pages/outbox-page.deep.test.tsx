import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { Blob as NodeBlob } from 'node:buffer'
import { createHash } from 'node:crypto'
import { createMemoryRouter } from 'react-router-dom'
import { beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { dealerBranch } from '#contract/modules/people/dealer-branch.ts'
import type { Row } from '#contract/module.ts'
import { register } from '#contract/register.ts'
import { markConnection, readConnection } from '#src/offline/connection.ts'
import { changeSession } from '#src/offline/device.ts'
import { fileKeyFrom } from '#src/offline/file-key.ts'
import { signed, type UnsentExport } from '#src/offline/outbox/export-format.ts'
import { sendLock } from '#src/offline/outbox/drain-locked.ts'
import type { OpProblem, OutboxOp } from '#src/offline/outbox/op.ts'
import { rememberNames } from '#src/offline/known-names.ts'
import { noteUnkept } from '#src/offline/unkept-files.ts'
import { keptTable, openUserDb, readCursor, type UserDb } from '#src/offline/user-db.ts'
import { somethingIsTyped } from '#src/session/dirty.ts'
import { dismissToast, shownToasts } from '#src/ui/toast.ts'
import { begin, connect, showAtWork, speakEnglish } from '../../tests/support/at-work.tsx'
import { failing } from '../../tests/support/faulty-stores.ts'
import { haveNumbers } from '../../tests/support/have-numbers.ts'
import { waitingOp } from '../../tests/support/outbox.ts'
import { sharedLocks } from '../../tests/support/shared-locks.ts'
import { itemRow, syncDouble, type SyncDouble } from '../../tests/support/sync-double.ts'
import { waitingPhoto } from '../../tests/support/waiting-photo.ts'
import { OutboxPage } from './outbox-page.tsx'

const ID = 77
const AT = '2026-11-20T09:30:00.000Z'
const permissions = [52, 90, 200].flatMap(code => ['a', 'b', 'c', 'd'].map(action => `${code}-${action}`))
let server: SyncDouble
let userId = 8_400

beforeAll(() =>
  speakEnglish('ui', 'crud', 'outbox', 'dealerBranch', 'unit', 'task', 'lists', 'problems', 'keys', 'changes', 'shell'),
)
beforeEach(async () => {
  for (const { id } of shownToasts()) dismissToast(id)
  act(() => markConnection({ online: true }))
  server = syncDouble()
  userId += 1
  server.write('dealerBranch', ID, { name: 'North', note: 'Old', hours: null, tags: [], active: true })
  await begin({ userId, permissions })
})

/** Something of this person's that waits here already. */
async function planted(work: (db: UserDb) => Promise<unknown>) {
  const db = await openUserDb(userId, register)
  await work(db)
  db.close()
}
const changeOf = (changes: Partial<OutboxOp>) =>
  waitingOp({ op: 'dealerBranch.change', id: ID, lane: `dealerBranch:${ID}`, userId, at: Date.now(), ...changes })
const photo = (changes: object = {}) => waitingPhoto({ record: ID, ...changes })

function open() {
  const router = createMemoryRouter([
    { path: '/', element: <OutboxPage /> },
    { path: '*', element: null },
  ])
  return showAtWork(userId, router)
}
const sendNow = () => screen.findByRole('button', { name: 'Send now' })
const go = (online: boolean) => connect(server, online)
/** Another tab is at it as long as the test runs: this page takes nothing out of its hands. */
function sentElsewhere() {
  Object.defineProperty(navigator, 'locks', { value: sharedLocks(), configurable: true })
  let end = () => {}
  void navigator.locks.request(sendLock(userId), () => new Promise<void>(resolve => (end = resolve)))
  onTestFinished(() => {
    end()
    Reflect.deleteProperty(navigator, 'locks')
  })
}

test('what waits although the server answers is not put down to the server', async () => {
  const problem = { code: 'invalid', message: 'Not like this.', at: Date.now() }
  await planted(db => db.outbox.put(changeOf({ args: { note: 'Mine' }, state: 'rejected', problem })))
  const hand = open()
  await hand.click(await sendNow())
  expect(await screen.findByText(/^The server answered\. 1 stays on this device/)).toBeTruthy()
  await go(false)
  await hand.click(await sendNow())
  expect(await screen.findByText(/^The server does not answer\. The change stays/)).toBeTruthy()
})

test('a server that takes what is sent and does not answer is said to be slow, then what waits, and can be asked anew', async () => {
  await planted(db => db.outbox.put(changeOf({ args: { note: 'Mine' }, nextAt: Date.now() + 250_000 })))
  const hand = open()
  const send = await sendNow()
  await waitFor(() => expect(readConnection()).toMatchObject({ online: true, slow: false }))
  server.state.slow = new Promise(() => undefined)
  await hand.click(send)
  await screen.findByText('Sending')
  act(() => markConnection({ slow: true }))
  expect(screen.getByText('Sending, no answer yet')).toBeTruthy()
  expect(screen.getByText('Slow')).toBeTruthy()
  act(() => markConnection({ silent: true }))
  expect(screen.getByText('The server does not answer. 1 change waits.')).toBeTruthy()
  expect(screen.getByText('No answer')).toBeTruthy()
  // Whatever still hangs, a new request comes through.
  server.state.slow = Promise.resolve()
  const later = performance.now() + 6_000
  vi.spyOn(performance, 'now').mockReturnValue(later)
  await hand.click(send)
  vi.restoreAllMocks()
  expect(await screen.findByText('Everything is sent', { selector: 'p, h2, h3' })).toBeTruthy()
})

test('of a server that takes nothing at the moment it is said what it says', async () => {
  await planted(db => db.outbox.put(changeOf({ args: { note: 'Mine' }, nextAt: Date.now() + 250_000 })))
  const hand = open()
  const send = await sendNow()
  server.state.status = 503
  await hand.click(send)
  expect(await screen.findByText('No 1 stays on this device.')).toBeTruthy()
  server.state.status = 200
  await hand.click(await sendNow())
  expect(await screen.findByText('Everything is sent', { selector: 'p, h2, h3' })).toBeTruthy()
})

test('how sending went is said when it has ended, once, and as long as it is so', async () => {
  const of = (id: number) =>
    changeOf({ id, lane: `dealerBranch:${id}`, args: { note: 'Mine' }, nextAt: Date.now() + 250_000 })
  await go(false)
  await planted(db => db.outbox.bulkPut([of(ID), of(78)]))
  const hand = open()
  await hand.click(await sendNow())
  const text = 'The server does not answer. All 2 changes stay on this device.'
  expect(await screen.findByText(text)).toBeTruthy()
  // One more waits, made elsewhere: nobody has pressed for it.
  await planted(db => db.outbox.put(changeOf({ args: { note: 'Again' }, state: 'rejected' })))
  await screen.findByText('Not accepted')
  const said = () => screen.getAllByRole('status').map(({ textContent }) => textContent)
  await waitFor(() => expect(said().join('')).not.toMatch(/stay|answer/))
  server.state.network = 'up'
  await hand.click(await sendNow())
  expect(await screen.findByText('2 sent. 1 stays on this device.')).toBeTruthy()
  await hand.click(await sendNow())
  expect(await screen.findByText(/^The server answered\. 1 stays on this device/)).toBeTruthy()
})

test('what a server says that takes nothing is said as well to whoever sends one change', async () => {
  await planted(db => db.outbox.put(changeOf({ args: { note: 'Mine' }, nextAt: Date.now() + 250_000 })))
  const hand = open()
  const more = await screen.findByRole('button', { name: /^More for / })
  server.state.status = 503
  await hand.click(more)
  await hand.click(await screen.findByRole('menuitem', { name: 'Send now' }))
  await waitFor(() => expect(shownToasts().map(({ message }) => message)).toEqual(['No']))
})

test('of what found no room on the device nobody is told that it is safe on it', async () => {
  await go(false)
  await planted(db => db.outbox.put(changeOf({ args: { note: 'Mine' }, nextAt: Date.now() + 250_000 })))
  const hand = open()
  expect(await screen.findByText(/^Everything below is safe on this device/)).toBeTruthy()
  const page = {}
  act(() => noteUnkept(page, 1))
  onTestFinished(() => noteUnkept(page, 0))
  const here = '1 file does not fit on this device: keep this page open until it is sent.'
  expect(
    await screen.findByText(`${here} Everything else below is safe on this device and is sent by itself.`),
  ).toBeTruthy()
  await hand.click(await sendNow())
  expect(
    await screen.findByText(`The server does not answer. 1 stays on this device. ${here}`, {
      selector: '[role=status]',
    }),
  ).toBeTruthy()
})

test('of many that wait only those that came through are counted as sent', async () => {
  await go(false)
  const of = (seq: number) => changeOf({ seq, id: seq, lane: `dealerBranch:${seq}`, args: { note: 'Mine' } })
  await planted(db => db.outbox.bulkPut(Array.from({ length: 12 }, (_, n) => of(n + 1))))
  open()
  const become = (seqs: number[], changes: Partial<OutboxOp>) =>
    planted(db => db.outbox.bulkUpdate(seqs.map(key => ({ key, changes }))))
  const left = async (count: number) =>
    waitFor(() =>
      expect(screen.getByRole('heading', { name: new RegExp(`^Saved on this device\\s*${count}$`) })).toBeTruthy(),
    )
  await left(12)
  await become([1], { state: 'discarded', open: 0, endedAt: Date.now() })
  await become([2], { state: 'rejected', problem: { code: 'invalid', message: 'No.', at: Date.now() } })
  await left(10)
  expect(screen.queryByText(/ of \d+ sent$/)).toBeNull()
  await become([3, 4, 5], { state: 'done', open: 0, endedAt: Date.now() })
  expect(await screen.findByText('3 of 10 sent')).toBeTruthy()
  await become([6], { state: 'discarded', open: 0, endedAt: Date.now() })
  expect(await screen.findByText('3 of 9 sent')).toBeTruthy()
})

test('others’ stuck work of lists is for whoever edits them and manages access', async () => {
  const title = { name: /^Stuck work of others/ }
  await begin({ userId, permissions: ['100-a', '100-c'] })
  open()
  await screen.findByText('Outbox')
  expect(screen.queryByRole('heading', title)).toBeNull()
  cleanup()
  await begin({ userId, permissions: ['100-a', '100-c', '60-c', '61-c'] })
  open()
  expect(await screen.findByRole('heading', title)).toBeTruthy()
})

test('without a server the page says how old everything else is', async () => {
  await planted(db => db.outbox.put(changeOf({ args: { note: 'Mine' }, nextAt: Date.now() + 250_000 })))
  act(() => markConnection({ lastSyncAt: null }))
  open()
  await sendNow()
  await waitFor(() => expect(readConnection().lastSyncAt).not.toBeNull())
  await go(false)
  expect(await screen.findByText(/ Lists are from \d\d:\d\d\.$/)).toBeTruthy()
})

test.each([
  ['the app has to stay open where the browser wakes nobody', false, 'Keep the app open to send.'],
  ['the app may be closed where the browser sends by itself', true, 'You may close the app.'],
])('without a server %s', async (_, wakes, words) => {
  if (wakes) {
    vi.stubGlobal('SyncManager', Function)
    const ready = Promise.resolve({ sync: { register: async () => {} } })
    Object.defineProperty(navigator, 'serviceWorker', { value: { controller: {}, ready }, configurable: true })
    onTestFinished(() => {
      vi.unstubAllGlobals()
      Reflect.deleteProperty(navigator, 'serviceWorker')
    })
  }
  await go(false)
  await planted(db => db.outbox.put(changeOf({ args: { note: 'Mine' }, nextAt: Date.now() + 250_000 })))
  open()
  const said = await screen.findByText(/^Everything below is safe on this device and is sent by itself\./)
  expect(said.textContent).toContain(words)
})

test('what this version does not know is shown in its place, whatever became of it, and can be discarded', async () => {
  await go(false)
  const strange = (seq: number, changes: Partial<OutboxOp> = {}) =>
    waitingOp({ seq, op: 'teapot.brew', id: seq, lane: `teapot:${seq}`, userId, ...changes })
  const problem = { code: 'changed_meanwhile', message: 'Somebody else has brewed.', at: Date.now() }
  await planted(db =>
    db.outbox.bulkPut([
      strange(1, { state: 'conflict', problem }),
      strange(2, { state: 'rejected', problem: { ...problem, message: 'No pot.' } }),
      strange(3, { nextAt: Date.now() + 250_000 }),
      changeOf({ seq: 4, args: { note: 'Mine' } }),
    ]),
  )
  const hand = open()
  const name = /^A change that this version does not know \(teapot\.brew\)$/
  expect(await screen.findAllByRole('button', { name })).toHaveLength(3)
  for (const said of ['Somebody else has brewed.', 'No pot.', 'Needs a newer version of the app'])
    expect(screen.getByText(said)).toBeTruthy()
  const rows = screen.getAllByRole('listitem').filter(row => within(row).queryByRole('button', { name }))
  await hand.click(within(rows.at(-1)!).getByRole('button', { name: 'Discard' }))
  await hand.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Discard' }))
  await waitFor(() => expect(screen.getAllByRole('button', { name })).toHaveLength(2))
})

test('what this version does not know and is being taken back says just that', async () => {
  await go(false)
  const strange = { op: 'teapot.brew', lane: 'teapot:1', state: 'cancelling', sentOnce: true } as const
  const problem = { code: 'invalid', message: 'No pot.', at: Date.now() }
  await planted(db => db.outbox.bulkPut([changeOf(strange), changeOf({ ...strange, lane: 'teapot:2', problem })]))
  open()
  expect(await screen.findAllByText('Being taken back')).toHaveLength(2)
  expect(screen.queryByText(/^Needs a newer version|^No pot/)).toBeNull()
})

test('a photo that waits is a part of what is not sent: with its record, its state, and what can be done about it', async () => {
  await go(false)
  await planted(db => db.blobs.put(photo()))
  const hand = open()
  const list = await screen.findByRole('list', { name: 'Photos and files' })
  expect(within(list).getByText('front.jpg')).toBeTruthy()
  expect(within(list).getByText('Waits on this device to be sent')).toBeTruthy()
  expect(screen.queryByText('Everything is sent')).toBeNull()
  await hand.click(await sendNow())
  expect(await screen.findByText(/^The server does not answer\. The change stays/)).toBeTruthy()
  await hand.click(within(list).getByRole('button', { name: 'More for front.jpg' }))
  await hand.click(await screen.findByRole('menuitem', { name: 'Discard' }))
  await hand.click(await screen.findByRole('button', { name: 'Discard' }))
  await waitFor(() => expect(screen.queryByText('front.jpg')).toBeNull())
  await planted(async db => expect(await db.blobs.count()).toBe(0))
})

test('a photo that a change needs says which, and cannot be discarded before that change is', async () => {
  await go(false)
  const [id, lane] = [78, 'dealerBranch:78']
  const args = { name: 'South', image: [901] }
  const create = waitingOp({ op: 'dealerBranch.create', id, lane, args, userId, at: Date.now() })
  await planted(async db => {
    await db.blobs.put(photo({ record: null, field: 'image' }))
    await db.outbox.put(create)
  })
  const hand = open()
  const list = await screen.findByRole('list', { name: 'Photos and files' })
  expect(await within(list).findByText('for “New branch” of South')).toBeTruthy()
  const discard = async () => {
    await hand.click(within(list).getByRole('button', { name: 'More for front.jpg' }))
    return screen.findByRole('menuitem', { name: /^Discard/ })
  }
  const entry = await discard()
  expect(entry.getAttribute('aria-disabled')).toBe('true')
  expect(screen.getByText(/would be refused without it/)).toBeTruthy()
  await hand.keyboard('{Escape}')
  act(() => within(list).getByText('front.jpg').focus())
  await hand.keyboard('{Delete}')
  await waitFor(() => expect(shownToasts().at(-1)?.message).toMatch(/would be refused without it/))
  expect(screen.queryByRole('dialog')).toBeNull()

  // A form that is open at another place needs it as well.
  await planted(async db => {
    await db.outbox.put({ ...create, state: 'discarded', open: 0, endedAt: Date.now() })
    await db.drafts.put({ key: 'draft', value: { image: [901] }, at: 0 })
  })
  const other = await discard()
  expect(await screen.findByText(/A form that is not saved yet needs it/)).toBeTruthy()
  expect(other.getAttribute('aria-disabled')).toBe('true')
  // It goes with that form: nothing is refused.
  expect(await within(list).findByText('Waits on this device to be sent')).toBeTruthy()
  await planted(db => db.drafts.clear())
  await within(list).findByText(/discarded/)
  await waitFor(() => expect(other.getAttribute('aria-disabled')).not.toBe('true'))
  await hand.click(other)
  await hand.click(await screen.findByRole('button', { name: 'Discard' }))
  await waitFor(() => expect(screen.queryByText('front.jpg')).toBeNull())
  await planted(async db => expect(await db.blobs.count()).toBe(0))
})

test('a photo that the server has no time for says so in its words, and goes when its person asks again', async () => {
  await go(false)
  // jsdom's own cannot be read by the platform's cryptography.
  const own = Blob
  vi.stubGlobal('Blob', NodeBlob)
  onTestFinished(() => void vi.stubGlobal('Blob', own))
  const hash = createHash('sha256').update('a photo').digest('hex')
  await planted(db => db.blobs.put({ ...photo({ hash }), hash, mime: 'application/pdf' }))
  let answer = () =>
    Response.json({ code: 'too-many', message: 'Please go on tomorrow.', requestId: 'r' }, { status: 429 })
  server.state.routes[`POST /dealer-branch/${ID}/files`] = () => answer()
  const hand = open()
  const list = await screen.findByRole('list', { name: 'Photos and files' })
  await go(true)
  expect(await within(list).findByText('Please go on tomorrow.')).toBeTruthy()
  answer = () => Response.json({ code: 'invalid', message: 'Not this one.', requestId: 'r' }, { status: 400 })
  await hand.click(within(list).getByRole('button', { name: 'Send again' }))
  expect(await within(list).findByText('Not accepted: Not this one.')).toBeTruthy()
})

test('whoever discards a photo whose change is sent already is told what others will see', async () => {
  await go(false)
  const args = { name: 'South', image: [901] }
  const sent = { state: 'done', open: 0, endedAt: Date.now() } as const
  await planted(async db => {
    await db.blobs.put(photo({ record: null, field: 'image' }))
    await db.outbox.put(changeOf({ op: 'dealerBranch.create', id: 78, lane: 'dealerBranch:78', args, ...sent }))
  })
  const hand = open()
  const list = await screen.findByRole('list', { name: 'Photos and files' })
  await within(list).findByText('for “New branch” of South')
  await hand.click(within(list).getByRole('button', { name: 'More for front.jpg' }))
  await hand.click(await screen.findByRole('menuitem', { name: 'Discard' }))
  expect(await screen.findByText(/Where its record shows it, others will find no picture\.$/)).toBeTruthy()
  await hand.click(await screen.findByRole('button', { name: 'Discard' }))
  await planted(async db => waitFor(async () => expect(await db.blobs.count()).toBe(0)))
})

test('what is typed into a change stays, and its values stay unfolded, while it is tried, sent, and gone', async () => {
  await go(false)
  sentElsewhere()
  const op = changeOf({ args: { note: 'Mine' } })
  await planted(db => db.outbox.put(op))
  const hand = open()
  await hand.click(await screen.findByRole('button', { name: 'Note', expanded: false }))
  await hand.click(screen.getByRole('button', { name: /^More for .*, Note$/ }))
  await hand.click(await screen.findByRole('menuitem', { name: 'Edit' }))
  const box = await screen.findByRole('textbox', { name: 'Note' })
  await hand.clear(box)
  await hand.type(box, 'Mine, with more')
  const save = () => hand.click(screen.getByRole('button', { name: 'Save and send' }))

  await planted(db => db.outbox.put({ ...op, state: 'sending', claim: 'another/1', sentOnce: true }))
  expect(await screen.findByText('Sending')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Note', expanded: true, hidden: true })).toBeTruthy()
  await save()
  expect(await screen.findByText(/^It is on its way\. .* save once more/)).toBeTruthy()

  await planted(db => db.outbox.put({ ...op, state: 'done', open: 0, sentOnce: true, endedAt: Date.now() }))
  expect(await screen.findByText('Everything is sent')).toBeTruthy()
  await save()
  expect(await screen.findByText(/^It was sent meanwhile/)).toBeTruthy()
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Note' }).value).toBe('Mine, with more')
})

test('the menu of a change stays open while it is tried, and says what cannot be done meanwhile', async () => {
  await go(false)
  sentElsewhere()
  const op = changeOf({ args: { note: 'Mine' } })
  await planted(db => db.outbox.put(op))
  const hand = open()
  await hand.click(await screen.findByRole('button', { name: /^More for .*, Note$/ }))
  const discard = await screen.findByRole('menuitem', { name: 'Discard' })
  await planted(db => db.outbox.put({ ...op, state: 'sending', claim: 'another/1', sentOnce: true }))
  await screen.findByText('Sending')
  expect(discard.isConnected).toBe(true)
  expect(discard.getAttribute('aria-disabled')).toBe('true')
  await planted(db => db.outbox.put({ ...op, state: 'pending', claim: null, sentOnce: true }))
  await waitFor(() => expect(discard.getAttribute('aria-disabled')).not.toBe('true'))
  await hand.click(discard)
  expect(await screen.findByText(/^Discard “Note” of/)).toBeTruthy()
})

test('what is not sent for a day says so, and what to do', async () => {
  await go(false)
  await planted(db => db.outbox.put(changeOf({ args: { note: 'Mine' }, at: Date.now() - 25 * 3_600_000 })))
  open()
  expect(await screen.findByText(/^Not sent for a day, and still tried/)).toBeTruthy()
})

test('of a record that somebody deleted all that was wanted becomes one copy', async () => {
  const row = { ...server.rows.get(ID)!.row }
  const gone = { by: 5, byName: 'Asha Rao', at: AT, row }
  const problem = { code: 'gone', message: '', at: Date.now(), asks: ['note'], gone }
  await planted(async db => {
    const first = changeOf({ args: { note: 'Mine' }, state: 'conflict', problem, base: { version: 1, fields: {} } })
    await db.outbox.bulkPut([
      first,
      changeOf({ args: { hours: '9 to 5' }, prevMid: first.mid, base: { version: 1, fields: {} } }),
    ])
  })
  server.remove(ID)
  const hand = open()
  const card = await screen.findByRole('article', { name: /Needs your decision/ })
  expect(within(card).getByText(/^Asha Rao deleted it, /).textContent).toMatch(/A later change of yours is part of it/)
  await hand.click(within(card).getByRole('button', { name: 'Make a copy' }))
  await waitFor(() => expect([...server.rows.values()]).toHaveLength(1))
  const [copy] = [...server.rows.values()]
  expect(copy!.row).toMatchObject({ name: 'North', note: 'Mine', hours: '9 to 5' })
  expect(copy!.row.id).not.toBe(ID)
  await waitFor(() => expect(screen.queryByRole('article')).toBeNull())
  await planted(async db => expect(await db.outbox.where('open').equals(1).count()).toBe(0))
})

test('a copy has beside what was wanted also what others have added to the record', async () => {
  const row = server.write('dealerBranch', ID, { tags: ['big', 'theirs'], archivedAt: AT })
  const problem = { code: 'changed_meanwhile', message: '', at: Date.now(), asks: ['archivedAt'], row }
  const base = { version: 1, fields: { tags: ['big'] } }
  await planted(db => db.outbox.put(changeOf({ args: { tags: ['big', 'mine'] }, state: 'conflict', problem, base })))
  const hand = open()
  const card = within(await screen.findByRole('article', { name: /Needs your decision/ }))
  await hand.click(card.getByRole('button', { name: 'Make a copy' }))
  await waitFor(() => expect([...server.rows.values()]).toHaveLength(2))
  expect([...server.rows.values()][1]!.row.tags).toEqual(['big', 'theirs', 'mine'])
})

test('a record that somebody archived is restored with all that was wanted of it, or left to them by who may not', async () => {
  const row = server.write('dealerBranch', ID, { ...server.rows.get(ID)!.row, archivedAt: AT })
  const theirs = { archivedAt: { by: 5, byName: 'Asha Rao', at: AT } }
  const problem = { code: 'changed_meanwhile', message: '', at: Date.now(), asks: ['archivedAt'], row, theirs }
  await planted(async db => {
    const base = { version: 1, fields: { note: 'Old' } }
    const first = changeOf({ args: { note: 'Mine' }, state: 'conflict', problem, base, sentOnce: true })
    const next = { args: { hours: '9 to 5' }, prevMid: first.mid, base: { version: 1, fields: { hours: null } } }
    await db.outbox.bulkPut([first, changeOf(next)])
  })
  const hand = open()
  const card = await screen.findByRole('article', { name: /Needs your decision/ })
  expect(within(card).getByText(/^Asha Rao archived it, .* Restore it with your change/)).toBeTruthy()
  expect(within(card).getByRole('button', { name: 'Make a copy' })).toBeTruthy()
  await hand.click(within(card).getByRole('button', { name: 'Restore it with my change' }))
  await waitFor(() =>
    expect(server.state.pushes.flatMap(({ ops }) => ops).filter(op => 'op' in op)).toMatchObject([
      { op: 'dealerBranch.restore', args: {} },
      {
        op: 'dealerBranch.change',
        args: { note: 'Mine', hours: '9 to 5' },
        base: { version: 1, fields: { note: 'Old', hours: null } },
      },
    ]),
  )
  await waitFor(() => expect(screen.queryByRole('article')).toBeNull())
})

test('a record that was merged into another one is neither restored nor copied, and the one that is left is a tap away', async () => {
  server.write('dealerBranch', 78, { name: 'North hall' })
  const row = server.write('dealerBranch', ID, { ...server.rows.get(ID)!.row, archivedAt: AT, mergedInto: 78 })
  const theirs = { archivedAt: { by: 5, byName: 'Asha Rao', at: AT } }
  const problem = { code: 'changed_meanwhile', message: '', at: Date.now(), asks: ['archivedAt'], row, theirs }
  const base = { version: 1, fields: { note: 'Old' } }
  await planted(db => db.outbox.put(changeOf({ args: { note: 'Mine' }, state: 'conflict', problem, base })))
  open()
  const card = within(await screen.findByRole('article', { name: /Needs your decision/ }))
  expect(card.getByText(/^Asha Rao merged it into another record, /)).toBeTruthy()
  expect((await card.findByRole('link', { name: 'North hall' })).getAttribute('href')).toMatch(/\b78$/)
  expect(card.queryByRole('button', { name: 'Make a copy' })).toBeNull()
  expect(card.queryByRole('button', { name: 'Restore it with my change' })).toBeNull()
  expect(card.getByRole('button', { name: 'Discard' })).toBeTruthy()
})

test('a step on a record that somebody archived or deleted is no change of fields, of which a copy could be made', async () => {
  server.state.groups = { hash: 'h1', names: ['lists', 'unit'] }
  const shipped = { serial: 'S-1', product: 5, stage: 'shipped', note: null }
  const [archived, deleted] = [ID + 1, ID + 2].map(id => server.write('unit', id, shipped))
  const row = server.write('unit', archived!.id, { archivedAt: AT })
  const delivery = (id: number, problem: Partial<OpProblem>) =>
    changeOf({
      op: 'unit.deliver',
      id,
      lane: `unit:${id}`,
      args: { customer: 9 },
      state: 'conflict',
      problem: { code: 'changed_meanwhile', message: '', at: Date.now(), ...problem },
      base: { version: 1, fields: { stage: 'shipped' } },
    })
  const gone = { by: 5, byName: 'Asha Rao', at: AT, row: deleted! }
  await planted(db =>
    db.outbox.bulkPut([delivery(archived!.id, { asks: ['archivedAt'], row }), delivery(deleted!.id, { gone })]),
  )
  open()
  const cards = await screen.findAllByRole('article', { name: /Needs your decision/ })
  const buttons = cards.map(card =>
    within(card)
      .getAllByRole('button', { name: /Discard|copy|Restore/ })
      .map(({ textContent }) => textContent),
  )
  expect(buttons).toEqual([['Discard', 'Restore it with my change'], ['Discard']])
  for (const card of cards) expect(within(card).queryByText(/copy/)).toBeNull()
  expect(
    within(cards[1]!).getByText(/^Asha Rao deleted it, .* Your change cannot be made to it any more\.$/),
  ).toBeTruthy()
})

test.each([
  ['that somebody archived', true, 'its button'],
  ['that somebody archived', true, 'its menu'],
  ['that is out of sight', false, 'its button'],
])(
  'whoever discards a change of a record %s discards with it what they said after it: %s, by %s',
  async (_, isSeen, by) => {
    const row = server.write('dealerBranch', ID, { archivedAt: AT })
    if (!isSeen) {
      server.state.groups = { hash: 'less', names: ['lists'] }
      await begin({ userId, permissions: ['52-c', '52-d'] })
    }
    const said = { code: 'changed_meanwhile', message: '', at: Date.now() }
    const problem = isSeen ? { ...said, asks: ['archivedAt'], row } : said
    const first = changeOf({ args: { note: 'Mine' }, state: 'conflict', problem, sentOnce: true })
    const second = changeOf({ args: { hours: '9 to 5' }, prevMid: first.mid })
    const third = changeOf({ args: { name: 'North hall' }, prevMid: second.mid })
    await planted(db => db.outbox.bulkPut([first, second, third]))
    const hand = open()
    const card = await theCard()
    if (by === 'its menu') {
      await hand.click(await card.findByRole('button', { name: /^More for/ }))
      await hand.click(await screen.findByRole('menuitem', { name: 'Discard' }))
    } else await hand.click(await card.findByRole('button', { name: 'Discard' }))
    const question = within(await screen.findByRole('dialog', { name: 'Discard this and 2 that build on it?' }))
    await hand.click(question.getByRole('button', { name: 'Discard all 3' }))
    await waitFor(() => expect(screen.queryByRole('article')).toBeNull())
    await waitFor(() => expect(server.state.pushes.flatMap(({ ops }) => ops)).toMatchObject([{ cancel: first.mid }]))
    expect(shownToasts().map(({ message }) => message)).toEqual(['3 discarded'])
    await planted(async db => expect(await db.outbox.where('open').equals(1).count()).toBe(0))
  },
)

test('a step on a record that somebody changed says who and when, and is done again on the record as it is', async () => {
  server.state.groups = { hash: 'h1', names: ['lists', 'unit'] }
  const row = server.write('unit', ID + 1, { serial: 'S-1', product: 5, stage: 'inStock', note: null })
  const theirs = { stage: { by: 5, byName: 'Asha Rao', at: AT } }
  const problem = { code: 'changed_meanwhile', message: '', at: Date.now(), asks: ['stage'], row, theirs }
  const base = { version: 0, fields: { stage: 'quarantine' } }
  const op = { op: 'unit.repair', id: row.id, lane: `unit:${row.id}` }
  await planted(db => db.outbox.put(changeOf({ ...op, state: 'conflict', problem, base })))
  const hand = open()
  const card = await screen.findByRole('article', { name: /Needs your decision/ })
  expect(within(card).getByText(/^Asha Rao set it to “In stock”, .+\.$/)).toBeTruthy()
  await hand.click(within(card).getByRole('button', { name: 'Do it again' }))
  await waitFor(() =>
    expect(server.state.pushes.at(-1)?.ops[0]).toMatchObject({
      op: 'unit.repair',
      base: { version: row.version, fields: { stage: 'inStock' } },
    }),
  )
})

test('a step that is not possible where the record stands now is not offered again, until it stands elsewhere', async () => {
  server.state.groups = { hash: 'h1', names: ['lists', 'unit'] }
  const row = server.write('unit', ID + 1, { serial: 'S-1', product: 5, stage: 'allocated', note: null })
  const theirs = { stage: { by: 5, byName: 'Asha Rao', at: AT } }
  const problem = { code: 'changed_meanwhile', message: '', at: Date.now(), asks: ['stage'], row, theirs }
  const base = { version: 0, fields: { stage: 'quarantine' } }
  const op = { op: 'unit.repair', id: row.id, lane: `unit:${row.id}` }
  await planted(db => db.outbox.put(changeOf({ ...op, state: 'conflict', problem, base })))
  open()
  const card = within(await screen.findByRole('article', { name: /Needs your decision/ }))
  expect(card.getByText(/^Asha Rao set it to “Allocated”, .+\. As it stands now, this/)).toBeTruthy()
  expect(card.getAllByRole('link').map(link => link.getAttribute('href'))).toEqual([
    '/unit/unit-details/78',
    '/unit/unit-details/78',
  ])
  expect(card.queryByRole('button', { name: 'Do it again' })).toBeNull()
  expect(card.getByRole('button', { name: 'Discard' })).toBeTruthy()
  server.write('unit', row.id, { stage: 'inStock' })
  void act(() => globalThis.dispatchEvent(new Event('online')))
  expect(await card.findByRole('button', { name: 'Do it again' })).toBeTruthy()
})

test('a task that somebody cancelled and I finished says who did, and offers both ways', async () => {
  server.state.groups = { hash: 'h1', names: ['lists', 'task'] }
  await begin({ userId, permissions: ['52-b', '52-c', '52-d', '90-b', '90-c', '90-d'] })
  const row = server.write('task', ID + 1, { title: 'Ring Meera', stage: 'cancelled', assignedTo: userId })
  const theirs = { stage: { by: 5, byName: 'Asha Rao', at: AT } }
  const problem = { code: 'changed_meanwhile', message: '', at: Date.now(), asks: ['stage'], row, theirs }
  const base = { version: 1, fields: {} }
  const op = { op: 'task.finish', id: row.id, lane: `task:${row.id}` }
  await planted(db => db.outbox.put(changeOf({ ...op, args: {}, state: 'conflict', problem, base, sentOnce: true })))
  const hand = open()
  const card = await theCard()
  expect(card.getByText(/^Asha Rao set it to “Cancelled”, .+\.$/)).toBeTruthy()
  expect(card.getByRole('button', { name: 'Leave it: Cancelled' })).toBeTruthy()
  await hand.click(card.getByRole('button', { name: 'Reopen, then Done' }))
  await waitFor(() =>
    expect(server.state.pushes.flatMap(({ ops }) => ops).map(one => 'op' in one && one.op)).toEqual([
      'task.reopen',
      'task.finish',
    ]),
  )
})

test('of a task that somebody took over the row says what it is called, who has it and since when, and what I wrote goes to them as a note', async () => {
  server.state.groups = { hash: 'h1', names: ['lists', 'task'] }
  await begin({ userId, permissions: ['90-b', '90-c', '90-d'] })
  const passed = { title: 'Ring Meera', by: 5, byName: 'Asha Rao', at: AT }
  const problem = { code: 'no_access', message: 'No.', at: Date.now(), passed }
  const base = { version: 1, fields: { title: 'Ring Meera' } }
  const op = { op: 'task.change', id: 4_014, lane: 'task:4014', args: { title: 'Ring Meera at noon' } }
  const late = changeOf({ ...op, state: 'rejected', problem, base, sentOnce: true })
  await planted(db => db.outbox.put(late))
  const hand = open()
  expect(await screen.findByText('Ring Meera', { selector: 'bdi' })).toBeTruthy()
  await haveNumbers(server)
  expect(screen.getByText(/Asha Rao has it now, since .+\. What you wrote is kept here\./)).toBeTruthy()
  await more(hand, /^More for Ring Meera, /, 'Send it to Asha Rao as a note')
  const sent = () => server.state.pushes.flatMap(({ ops }) => ops)
  await waitFor(() => expect(sent().some(one => 'cancel' in one && one.cancel === late.mid)).toBe(true))
  const note = () => sent().find(one => 'op' in one && one.op === 'task.note')
  const text: unknown = expect.stringContaining('Ring Meera at noon')
  await waitFor(() => expect(note()).toMatchObject({ id: 4_014, args: { text } }))
})

test('nothing is chosen beforehand, and what is not chosen yet is said before anything is saved', async () => {
  await metAsha()
  const hand = open()
  const card = await theCard()
  for (const choice of card.getAllByRole<HTMLInputElement>('radio')) expect(choice.checked).toBe(false)
  expect(card.getByText('Choose mine or theirs')).toBeTruthy()
  await hand.click(card.getByRole('button', { name: 'Save my choice' }))
  expect(await card.findByText('Choose mine or theirs for one more field, then save.')).toBeTruthy()
  expect(server.state.pushes).toEqual([])
  await hand.click(card.getByRole('radio', { name: /^Mine/ }))
  await hand.click(card.getByRole('button', { name: 'Save my choice' }))
  await waitFor(() => expect(server.state.pushes.at(-1)?.ops[0]).toMatchObject({ args: { note: 'Mine' } }))
})

/** A change that met Asha's of a minute ago. */
async function metAsha() {
  const row = server.write('dealerBranch', ID, { note: 'Theirs' })
  const theirs = { note: { by: 5, byName: 'Asha Rao', at: AT } }
  const problem = { code: 'changed_meanwhile', message: '', at: Date.now(), asks: ['note'], row, theirs }
  const base = { version: 1, fields: { note: 'Old' } }
  const op = changeOf({ args: { note: 'Mine' }, state: 'conflict', problem, base, sentOnce: true })
  await planted(db => db.outbox.put(op))
  return op
}
const theCard = async () => within(await screen.findByRole('article', { name: /Needs your decision/ }))

test('who has put back what they changed is not asked whose word goes, and what the others wrote stays', async () => {
  const op = await metAsha()
  const base = { version: 1, fields: { note: 'Mine' } }
  await planted(db => db.outbox.put(changeOf({ args: { note: 'Old' }, prevMid: op.mid, base })))
  const hand = open()
  const card = await theCard()
  expect(await card.findByText(/^You put back yourself what you had changed\./)).toBeTruthy()
  expect(card.queryByRole('radio')).toBeNull()
  await hand.click(card.getByRole('button', { name: 'Discard' }))
  await waitFor(() => expect(screen.queryByRole('article')).toBeNull())
  const sent = () => server.state.pushes.flatMap(({ ops }) => ops)
  await waitFor(() => expect(sent()).toMatchObject([{ cancel: op.mid }]))
  expect(server.rows.get(ID)!.row.note).toBe('Theirs')
  await planted(async db => expect(await db.outbox.where('open').equals(1).count()).toBe(0))
})

test.each<[string, (card: HTMLElement, hand: ReturnType<typeof open>) => Promise<void>]>([
  [
    'its menu',
    async (card, hand) => {
      await hand.click(within(card).getByRole('button', { name: /^More for/ }))
      await hand.click(await screen.findByRole('menuitem', { name: 'Discard' }))
    },
  ],
  [
    'the Delete key',
    async (card, hand) => {
      act(() => card.querySelector<HTMLElement>('[data-op]')!.focus())
      await hand.keyboard('{Delete}')
    },
  ],
])('what was put back in the same envelope goes with it also by %s', async (_, discard) => {
  const op = await metAsha()
  const base = { version: 1, fields: { note: 'Mine' } }
  const back = changeOf({ args: { note: 'Old' }, prevMid: op.mid, base, sentOnce: true, nextAt: Date.now() + 250_000 })
  await planted(db => db.outbox.put(back))
  const hand = open()
  const card = await theCard()
  await card.findByText(/^You put back yourself what you had changed\./)
  await discard(screen.getByRole('article'), hand)
  await waitFor(() => expect(screen.queryByRole('article')).toBeNull())
  const sent = () => server.state.pushes.flatMap(({ ops }) => ops)
  const cancels = () => sent().map(one => 'cancel' in one && one.cancel)
  await waitFor(() => expect(new Set(cancels())).toEqual(new Set([back.mid, op.mid])))
})

const asks = (card: Awaited<ReturnType<typeof theCard>>) =>
  card.getAllByRole('button', { name: /Discard|again/ }).map(({ textContent }) => textContent)

test('of a record that its person may not see any more the card says so, and compares nothing', async () => {
  server.state.groups = { hash: 'less', names: ['lists'] }
  await begin({ userId, permissions: ['52-c'] })
  const row = { ...server.rows.get(ID)!.row, note: 'Theirs' }
  const problem = { code: 'changed_meanwhile', message: '', at: Date.now(), asks: ['note'], row }
  const base = { version: 1, fields: { note: 'Old' } }
  await planted(db => db.outbox.put(changeOf({ args: { note: 'Mine' }, state: 'conflict', problem, base })))
  open()
  const card = await theCard()
  expect(await card.findByText(/^You cannot see this record any more\./)).toBeTruthy()
  expect(card.getByText('Mine')).toBeTruthy()
  expect(card.queryByText('Theirs')).toBeNull()
  // After a decision that is a colleague's word.
  expect(card.queryByText(/Old/)).toBeNull()
  expect(asks(card)).toEqual(['Discard'])
  await waitFor(async () =>
    planted(async db => expect((await db.outbox.toArray())[0]!.problem).not.toHaveProperty('row')),
  )
})

test('whoever opens records of which their device keeps none decides about them as others do', async () => {
  server.state.groups = { hash: 'less', names: ['lists'] }
  await begin({ userId, permissions: ['52-c', '52-d'] })
  await metAsha()
  open()
  const card = await theCard()
  await waitFor(async () => planted(async db => expect(await readCursor(db)).toBeDefined()))
  expect(await card.findAllByRole('radio')).toHaveLength(2)
})

test('of one’s own record that the server has told nothing of no card says that it is out of sight', async () => {
  server.state.groups = { hash: 'less', names: ['lists'] }
  await begin({ userId, permissions: ['52-b', '52-c', '52-d'] })
  const problem = { code: 'changed_meanwhile', message: '', at: Date.now(), asks: ['note'], own: true as const }
  const base = { version: 1, fields: { note: null } }
  await planted(db => db.outbox.put(changeOf({ args: { note: 'Mine' }, state: 'conflict', problem, base })))
  open()
  const card = await theCard()
  expect(await card.findByText(/^The record changed meanwhile\./)).toBeTruthy()
  expect(card.queryByText(/cannot see/)).toBeNull()
  expect(card.getAllByRole('link').at(-1)!.getAttribute('href')).toContain(String(ID))
  expect(asks(card)).toEqual(['Discard'])
})

test('what a third person wrote since is theirs, and not the second one’s', async () => {
  await metAsha()
  server.write('dealerBranch', ID, { note: 'Closed' })
  const entry = { id: 1, action: 'change', recordId: ID, offline: false, before: {} }
  server.state.routes[`GET /dealer-branch/${ID}/history`] = () => ({
    entries: [
      {
        ...entry,
        at: '2026-11-20T10:00:00.000Z',
        actor: 6,
        actorName: 'Ravi Kumar',
        version: 3,
        after: { note: 'Closed' },
      },
      { ...entry, at: AT, actor: 5, actorName: 'Asha Rao', version: 2, after: { note: 'Theirs' } },
    ],
  })
  open()
  const card = await theCard()
  expect(await card.findByRole('radio', { name: /Closed/ })).toBeTruthy()
  expect(await card.findByText(/ Ravi Kumar changed it at /)).toBeTruthy()
  expect(card.queryByText(/Asha Rao/)).toBeNull()
})

test('where the record is archived while its card stands, the card says so, and offers its fields no more', async () => {
  await metAsha()
  const hand = open()
  const card = await theCard()
  await hand.click(await card.findByRole('radio', { name: /Theirs/ }))
  server.write('dealerBranch', ID, { archivedAt: AT })
  void act(() => globalThis.dispatchEvent(new Event('online')))
  expect(await card.findByRole('button', { name: 'Restore it with my change' })).toBeTruthy()
  expect(card.queryByRole('radio')).toBeNull()
  expect(card.queryByRole('button', { name: 'Save my choice' })).toBeNull()
})

/** Something is being written in the place of both. */
async function writeAnew(hand: ReturnType<typeof open>) {
  await hand.click(await screen.findByRole('button', { name: 'Edit Note' }))
  const box = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Note' })
  await hand.type(box, ', and more')
  return box
}

test('what is written on a card stays while somebody else decides about it, and is told to be over when it is saved', async () => {
  await go(false)
  const op = await metAsha()
  const hand = open()
  const box = await writeAnew(hand)
  await planted(db => db.outbox.put({ ...op, state: 'pending', problem: null, nextAt: Date.now() + 250_000 }))
  const waits = () => screen.queryByRole('heading', { name: /^Saved on this device/, hidden: true })
  await waitFor(() => expect(waits()).toBeTruthy())
  expect(box.isConnected).toBe(true)
  const ended = { state: 'superseded', open: 0, endedAt: Date.now() } as const
  await planted(db => db.outbox.put({ ...op, ...ended }))
  await waitFor(() => expect(waits()).toBeNull())
  expect(box.value).toBe('Mine, and more')
  await hand.click(screen.getByRole('button', { name: 'Take this' }))
  const card = await theCard()
  await hand.click(await card.findByRole('button', { name: 'Save my choice' }))
  expect(await card.findByText(/^It was sent meanwhile, or changed elsewhere/)).toBeTruthy()
  expect(card.getByText('Mine, and more')).toBeTruthy()
  await planted(async db => expect(await db.outbox.toArray()).toMatchObject([{ mid: op.mid, ...ended }]))
  await hand.click(card.getByRole('button', { name: 'Discard what I typed' }))
  expect(await screen.findByText('Everything is sent')).toBeTruthy()
})

test('what is written on a card stays while the record is archived, and is not sent where it would be refused', async () => {
  await metAsha()
  const hand = open()
  const box = await writeAnew(hand)
  server.write('dealerBranch', ID, { archivedAt: AT })
  void act(() => globalThis.dispatchEvent(new Event('online')))
  await planted(db => waitFor(async () => expect((await keptTable(db, dealerBranch).get(ID))?.v).toBe(3)))
  expect(box.value).toBe('Mine, and more')
  await hand.click(screen.getByRole('button', { name: 'Take this' }))
  const card = await theCard()
  await hand.click(card.getByRole('button', { name: 'Save my choice' }))
  expect(await card.findByText(/^The record cannot be changed as it stands now/)).toBeTruthy()
  expect(server.state.pushes).toEqual([])
  await hand.click(card.getByRole('button', { name: 'Discard what I typed' }))
  expect(await card.findByRole('button', { name: 'Restore it with my change' })).toBeTruthy()
})

test('what is written in the place of both is not left unasked', async () => {
  const row = server.write('dealerBranch', ID, { note: 'Theirs' })
  const theirs = { note: { by: 5, byName: 'Asha Rao', at: AT } }
  const problem = { code: 'changed_meanwhile', message: '', at: Date.now(), asks: ['note'], row, theirs }
  const base = { version: 1, fields: { note: 'Old' } }
  await planted(db => db.outbox.put(changeOf({ args: { note: 'Mine' }, state: 'conflict', problem, base })))
  const router = createMemoryRouter([
    { path: '/', element: <OutboxPage /> },
    { path: '*', element: null },
  ])
  const hand = showAtWork(userId, router)
  await hand.click(await screen.findByRole('button', { name: /^Edit.*Note/ }))
  await hand.type(await screen.findByRole('textbox', { name: 'Note' }), ', and more')
  await hand.click(screen.getByRole('button', { name: 'Take this' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(somethingIsTyped()).toBe(true)
  await act(() => router.navigate('/elsewhere'))
  await hand.click(await screen.findByRole('button', { name: 'Stay here' }))
  expect(screen.getByText('Mine, and more')).toBeTruthy()
})

/** A task of this person's, with what the server would not have of it. */
const taskOp = (changes: Partial<OutboxOp>) =>
  changeOf({
    op: 'task.change',
    id: 12,
    lane: 'task:12',
    state: 'rejected',
    problem: { code: 'invalid', message: 'Not like this.', at: Date.now() },
    ...changes,
  })
const more = async (hand: ReturnType<typeof open>, of: RegExp, deed: string) => {
  await hand.click(await screen.findByRole('button', { name: of }))
  await hand.click(await screen.findByRole('menuitem', { name: deed }))
}
const copied = () => navigator.clipboard.readText()

test('a refused record can be edited that belongs to records of a module that is not there yet', async () => {
  const args = { title: 'Call back', assignedTo: userId, priority: 'normal', buyback: 4711, taskRemarks: [] }
  await planted(db => db.outbox.put(taskOp({ op: 'task.create', args })))
  const hand = open()
  await hand.click(await screen.findByRole('button', { name: 'Edit' }))
  const box = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Buyback' })
  expect([box.value, box.readOnly]).toEqual(['#4711', true])
  expect(screen.queryByRole('textbox', { name: 'Order return' })).toBeNull()
  await hand.click(within(box.parentElement!).getByRole('button', { name: 'Clear' }))
  await hand.click(screen.getByRole('button', { name: 'Save and send' }))
  const sent = () => server.state.pushes.flatMap(({ ops }) => ops).flatMap(op => ('op' in op ? [op.args] : []))
  await waitFor(() => expect(sent().at(-1)).toMatchObject({ title: 'Call back', buyback: null }))
})

const noteOp = (changes: Partial<OutboxOp> = {}) =>
  changeOf({ op: 'dealerBranch.note', lane: 'dealerBranch:31', args: { id: 31, text: 'Asked twice' }, ...changes })

test('a note that was refused is said otherwise and sent, and is never empty', async () => {
  const problem = { code: 'invalid', message: 'Not like this.', at: Date.now() }
  await planted(db => db.outbox.put(noteOp({ state: 'rejected', sentOnce: true, problem })))
  const hand = open()
  await hand.click(await screen.findByRole('button', { name: 'Edit' }))
  const box = await screen.findByRole('textbox', { name: 'Note' })
  await hand.clear(box)
  expect(screen.getByRole('button', { name: 'Save and send' })).toHaveProperty('disabled', true)
  await hand.type(box, 'Asked once')
  await hand.click(screen.getByRole('button', { name: 'Save and send' }))
  const sent = () => server.state.pushes.flatMap(({ ops }) => ops).flatMap(op => ('op' in op ? [op.args] : []))
  await waitFor(() => expect(sent()).toEqual([{ id: 31, text: 'Asked once' }]))
})

test('a note that waits is said otherwise as long as it cannot have arrived', async () => {
  await go(false)
  sentElsewhere()
  const hand = open()
  // Until it knows that, the page would try.
  await screen.findByText('Offline')
  const op = noteOp()
  await planted(db => db.outbox.put(op))
  await more(hand, /^More for .*, New note$/, 'Edit')
  await hand.type(await screen.findByRole('textbox', { name: 'Note' }), ', and again')
  await planted(db => db.outbox.put({ ...op, sentOnce: true, attempts: 1 }))
  const save = () => hand.click(screen.getByRole('button', { name: 'Save and send' }))
  const isTried = () => screen.queryByText('Saved on this device, tried once') !== null
  await waitFor(() => expect(isTried()).toBe(true))
  await save()
  expect(await screen.findByText(/^It is on its way\. .* save once more/)).toBeTruthy()
  await planted(db => db.outbox.put(op))
  await waitFor(() => expect(isTried()).toBe(false))
  await save()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const kept = () =>
    planted(async db => expect((await db.outbox.toArray()).at(-1)!.args.text).toBe('Asked twice, and again'))
  await waitFor(kept)
})

test('of lines that wait only what is new is shown, in full, and copied', async () => {
  const said = { id: 801, text: 'Said long ago', at: AT, by: 5 }
  const mine = (id: number, text: string) => ({ id, text, at: AT, by: null })
  const taskRemarks = [said, mine(901, 'Rings only once'), mine(902, 'Bring the blue case')]
  await planted(db =>
    db.outbox.put(taskOp({ args: { taskRemarks }, base: { version: 1, fields: { taskRemarks: [said] } } })),
  )
  const hand = open()
  await hand.click(await screen.findByRole('button', { name: 'Remarks', expanded: false }))
  for (const { text } of taskRemarks.slice(1)) expect(screen.getByText(text)).toBeTruthy()
  expect(screen.queryByText('Said long ago')).toBeNull()
  await more(hand, /^More for .*, Remarks$/, 'Copy values')
  await waitFor(async () =>
    expect(await copied()).toMatch(/^.* · Remarks\nRemarks: Rings only once\nBring the blue case$/),
  )
})

test('of what was put elsewhere in its list that is said and no number, and nothing of it is to be typed', async () => {
  await go(false)
  const moved = (seq: number, id: number, args: object) =>
    changeOf({
      seq,
      op: 'source.change',
      id,
      lane: `source:${id}`,
      args: { ...args, position: 1_536 },
      base: { version: 1, fields: { position: 1_024 } },
    })
  await planted(db => db.outbox.bulkPut([moved(1, 5, {}), moved(2, 6, { label: 'Referral' })]))
  const hand = open()
  await hand.click(await screen.findByRole('button', { name: 'Place', expanded: false }))
  expect(screen.getAllByRole('definition')[0]!.textContent).toBe('Moved')
  await more(hand, /^More for source 5, Place$/, 'Copy values')
  await waitFor(async () => expect(await copied()).toMatch(/ · Place\nPlace: Moved$/))
  await hand.click(screen.getByRole('button', { name: /^More for source 5, Place$/ }))
  await screen.findByRole('menuitem', { name: 'Copy values' })
  expect(screen.queryByRole('menuitem', { name: 'Edit' })).toBeNull()
  await hand.keyboard('{Escape}')
  await more(hand, /^More for Referral, /, 'Edit')
  expect(await screen.findByRole('dialog')).toBeTruthy()
})

test('a move and a note are copied in words, and a clipboard that refuses is said', async () => {
  await planted(db =>
    db.outbox.bulkPut([
      taskOp({ op: 'dealerBranch.note', args: { id: 31, text: 'Asked twice' } }),
      taskOp({ op: 'unit.deliver', id: 3, lane: 'unit:3', args: { customer: 5 } }),
    ]),
  )
  const hand = open()
  await more(hand, /^More for .*, New note$/, 'Copy values')
  await waitFor(async () => expect(await copied()).toMatch(/ · New note\nAsked twice$/))
  await more(hand, /^More for .*, Deliver$/, 'Copy values')
  await waitFor(async () => expect(await copied()).toMatch(/ · Deliver\nCustomer: #5$/))
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new DOMException('no', 'NotAllowedError'))
  await more(hand, /^More for .*, New note$/, 'Copy values')
  expect(await screen.findByText(/^It could not be copied/)).toBeTruthy()
})

test('a copy says the names that this device knows, also of what no list has shown', async () => {
  await go(false)
  await planted(async db => {
    await db.lists.put({ id: 1_203, t: 'source', v: 1, g: 0, on: 1, row: itemRow(1_203, 'Referral') })
    const asha = { ...itemRow(5), name: 'Asha Rao' }
    await keptTable(db, register.customer!).put({ id: 5, t: 'customer', v: 1, g: 0, on: 1, row: asha })
    await rememberNames(db, register.product!, [{ id: 9, title: 'Cutter' }])
    await db.outbox.bulkPut([
      taskOp({ op: 'customer.change', id: 5, lane: 'customer:5', args: { source: 1_203 } }),
      taskOp({ op: 'unit.deliver', id: 3, lane: 'unit:3', args: { customer: 5 } }),
      taskOp({ op: 'unit.change', id: 4, lane: 'unit:4', args: { product: 9 } }),
    ])
  })
  const hand = open()
  for (const [row, said] of [
    [/^More for Asha Rao, /, /: Referral$/],
    [/^More for .*, Deliver$/, /\nCustomer: Asha Rao$/],
    [/^More for .*, (?!Deliver).*$/, /: Cutter$/],
  ] as const) {
    const [menu] = (await screen.findAllByRole('button', { name: row })).toReversed()
    await hand.click(menu!)
    await hand.click(await screen.findByRole('menuitem', { name: 'Copy values' }))
    await waitFor(async () => expect(await copied()).toMatch(said))
  }
})

test('a copy has all parts of an address, and says when in the time of the house', async () => {
  await go(false)
  await planted(async db => {
    await db.lists.put({ id: 1_204, t: 'city', v: 1, g: 0, on: 1, row: itemRow(1_204, 'Pune') })
    await db.lists.put({ id: 1_205, t: 'area', v: 1, g: 0, on: 1, row: itemRow(1_205, 'Baner') })
    const address = { line: '4 High Street', pincode: '411045', city: 1_204, area: 1_205 }
    await db.outbox.bulkPut([
      changeOf({ seq: 1, args: { address } }),
      taskOp({ seq: 2, state: 'pending', problem: null, args: { dueAt: AT } }),
    ])
  })
  const hand = open()
  await more(hand, /^More for branch 77, /, 'Copy values')
  await waitFor(async () => expect(await copied()).toMatch(/\nAddress: 4 High Street, Baner, Pune 411045$/))
  await more(hand, /^More for .*, Due$/, 'Copy values')
  await waitFor(async () => expect(await copied()).toMatch(/\nDue: 20 Nov 2026, 15:00$/))
})

test('a browser that keeps nothing says so, and not that it is still looking', async () => {
  const databases = vi.spyOn(indexedDB, 'open').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError')
  })
  onTestFinished(() => databases.mockRestore())
  open()
  expect(await screen.findByText('This browser keeps nothing')).toBeTruthy()
  expect(screen.queryByText('Nothing in the last hours.')).toBeNull()
})

test('an export that fails is not called an import', async () => {
  await planted(db => db.outbox.put(changeOf({ args: { note: 'Mine' }, state: 'rejected' })))
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const hand = open()
  URL.createObjectURL = () => {
    throw new Error('No memory')
  }
  await screen.findByRole('button', { name: /^More for / })
  await hand.click(screen.getByRole('button', { name: 'Export unsent work' }))
  expect(await screen.findByText(/^The file could not be made\./)).toBeTruthy()
})

test('a file of another server, or one that is not signed, is asked about before anything of it is taken in', async () => {
  await go(false)
  const op = changeOf({ args: { note: 'Mine' } })
  const file = { format: 'caredesk-unsent', version: 1, userId, exportedAt: AT, ops: [op], blobs: [], drafts: [] }
  const keys = ['a', 'b'].map(letter => fileKeyFrom(Buffer.from(letter.repeat(32)).toString('base64url')))
  const [own, theirs] = (await Promise.all(keys)) as [CryptoKey, CryptoKey]
  await changeSession(kept => ({ ...kept, fileKey: own }))
  /** With so many photos that no browser makes one text of it. */
  const tooLong = () => Promise.reject(new RangeError('Invalid string length'))
  const fileOf = async (origin: string, by: CryptoKey | undefined = own) => {
    const made = await signed({ ...file, origin } as UnsentExport, by)
    return Object.assign(new File([JSON.stringify(made)], 'unsent.json'), { text: tooLong })
  }
  const hand = open()
  const input = await screen.findByLabelText('File of unsent work')
  const nothingIsTaken = () => planted(async db => expect(await db.outbox.count()).toBe(0))
  await hand.upload(input, await fileOf(location.origin, theirs))
  expect(await screen.findByText(/^Somebody changed this file, or made it for you/)).toBeTruthy()
  await hand.upload(input, new File([JSON.stringify({ ...file, origin: location.origin })], 'unsent.json'))
  const doubt = await screen.findByRole('dialog', { name: 'Nobody can say who made this file' })
  await hand.click(within(doubt).getByRole('button', { name: 'Leave it' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await nothingIsTaken()
  await hand.upload(input, await fileOf('https://practice.example'))
  const dialog = await screen.findByRole('dialog', { name: 'This file comes from another server' })
  expect(dialog.textContent).toContain(`saved at https://practice.example; this is ${location.origin}.`)
  await nothingIsTaken()
  await hand.click(within(dialog).getByRole('button', { name: 'Leave it' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await nothingIsTaken()
  await hand.upload(input, await fileOf('https://practice.example'))
  await hand.click(await screen.findByRole('button', { name: 'Take it in' }))
  expect(await screen.findByText('1 change taken in')).toBeTruthy()
  await hand.upload(input, await fileOf(location.origin))
  expect(await screen.findByText('Nothing in it is new here.')).toBeTruthy()
})

test.each([
  [{ attempts: 1 }, 'Saved on this device, tried once'],
  [{ attempts: 3 }, 'Saved on this device, tried 3 times'],
  [{ attempts: 1, nextAt: 1 }, /^Saved on this device, tried once, next at /],
  [{ attempts: 20 }, /^Tried 20 times without success/],
])('what was tried and is to be tried again says how often: %j', async (changes, words) => {
  await go(false)
  const { nextAt = 0 } = changes as { nextAt?: number }
  await planted(db => db.outbox.put(changeOf({ ...changes, nextAt: nextAt && Date.now() + 200_000 })))
  open()
  expect(await screen.findByText(words)).toBeTruthy()
})

test('what is typed into a clash stays when somebody changes another field, and what they chose is asked anew', async () => {
  server.write('dealerBranch', ID, { note: 'Theirs', hours: '9 to 5' })
  const row = { ...server.rows.get(ID)!.row }
  const base = { version: 1, fields: { note: 'Old', hours: null } }
  const problem = { code: 'changed_meanwhile', message: '', at: Date.now(), asks: ['note', 'hours'], row }
  await planted(db =>
    db.outbox.put(changeOf({ args: { note: 'Mine', hours: '8 to 6' }, state: 'conflict', problem, base })),
  )
  const hand = open()
  const card = within(await screen.findByRole('article', { name: /Needs your decision/ }))
  await hand.click(await card.findByRole('radio', { name: /9 to 5/ }))
  await hand.click(card.getByRole('button', { name: 'Edit Note' }))
  const box = await screen.findByRole('textbox', { name: 'Note' })
  await hand.clear(box)
  await hand.type(box, 'Both of us')
  const again = { ...row, version: row.version + 1, hours: '10 to 4', name: 'North hall' }
  await planted(async db => {
    const [op] = await db.outbox.toArray()
    await db.outbox.put({ ...op!, problem: { ...op!.problem!, row: again } })
  })
  expect(await screen.findByText('It changed again meanwhile. Look once more.')).toBeTruthy()
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Note' }).value).toBe('Both of us')
  await hand.click(screen.getByRole('button', { name: 'Take this' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(card.getByRole<HTMLInputElement>('radio', { name: /10 to 4/ }).checked).toBe(false)
  await hand.click(card.getByRole('button', { name: 'Save my choice' }))
  expect(await card.findByText('Choose mine or theirs for one more field, then save.')).toBeTruthy()
  await hand.click(card.getByRole('radio', { name: /8 to 6/ }))
  await hand.click(card.getByRole('button', { name: 'Save my choice' }))
  await waitFor(() =>
    expect(server.state.pushes.at(-1)?.ops[0]).toMatchObject({
      args: { note: 'Both of us', hours: '8 to 6' },
      base: { version: again.version },
    }),
  )
  await waitFor(() => expect(screen.queryByRole('article')).toBeNull())
})

test('what fits beside a clash can be read too, the new lines in full', async () => {
  const said = { id: 801, text: 'Said long ago', at: AT, by: 5 }
  const taskRemarks = [said, { id: 901, text: 'Rings only once', at: AT, by: null }]
  const row = { ...server.write('task', 12, { title: 'Theirs', stage: 'open', taskRemarks: [said] }) }
  const problem = { code: 'changed_meanwhile', message: '', at: Date.now(), asks: ['title'], row }
  const base = { version: 0, fields: { title: 'Old', taskRemarks: [said] } }
  await planted(db => db.outbox.put(taskOp({ args: { title: 'Mine', taskRemarks }, state: 'conflict', problem, base })))
  open()
  const card = within(await screen.findByRole('article', { name: /Needs your decision/ }))
  expect(card.getByText('Rings only once')).toBeTruthy()
  expect(card.queryByText('Said long ago')).toBeNull()
})

test('a copy is made in one step without a server too, and none where the device has no number for it', async () => {
  const row = { ...server.rows.get(ID)!.row }
  const gone = { by: 5, byName: 'Asha Rao', at: AT, row }
  const problem = { code: 'gone', message: '', at: Date.now(), asks: ['note'], gone }
  const base = { version: 1, fields: {} }
  const op = changeOf({ args: { note: 'Mine' }, state: 'conflict', problem, base, sentOnce: true })
  await planted(db => db.outbox.put(op))
  server.remove(ID)
  server.state.network = 'refuse'
  const hand = open()
  const card = within(await screen.findByRole('article', { name: /Needs your decision/ }))
  await hand.click(card.getByRole('button', { name: 'Make a copy' }))
  expect(await card.findByText(/number/)).toBeTruthy()
  await planted(async db => expect(await db.outbox.toArray()).toMatchObject([{ mid: op.mid, state: 'conflict' }]))
  await planted(db => db.meta.put({ key: 'ids', value: [{ next: 501, last: 900 }] }))
  await hand.click(card.getByRole('button', { name: 'Make a copy' }))
  await waitFor(() => expect(screen.queryByRole('article')).toBeNull())
  await planted(async db =>
    expect(await db.outbox.orderBy('seq').toArray()).toMatchObject([
      { mid: op.mid, state: 'cancelling' },
      { op: 'dealerBranch.create', state: 'pending', args: { name: 'North', note: 'Mine' } },
    ]),
  )
})

/** From now on the device is full; answers how to make room again. */
function fillUp() {
  failing('outbox', 'put', new DOMException('full', 'QuotaExceededError'))
  onTestFinished(() => void vi.restoreAllMocks())
  return () => vi.restoreAllMocks()
}
const isFull = /^This device is full, and the change could not be kept/

test('a full device says so in the dialog where a change is said otherwise, which can be saved once there is room', async () => {
  await planted(db => db.outbox.put(changeOf({ args: { note: 'Mine' }, state: 'rejected' })))
  const hand = open()
  await hand.click(await screen.findByRole('button', { name: 'Edit' }))
  await hand.type(await screen.findByRole('textbox', { name: 'Note' }), ', with more')
  const makeRoom = fillUp()
  const save = () => hand.click(screen.getByRole('button', { name: 'Save and send' }))
  await save()
  expect(await screen.findByText(isFull)).toBeTruthy()
  makeRoom()
  await save()
  await waitFor(() => expect(server.state.pushes.at(-1)?.ops[0]).toMatchObject({ args: { note: 'Mine, with more' } }))
})

test.each([['Save my choice'], ['Keep all theirs', 'Keep theirs']])(
  'a full device says so beside a clash, whose choices stay and can be made once there is room: %s',
  async (...presses) => {
    const row = server.write('dealerBranch', ID, { note: 'Theirs', hours: '9 to 5' })
    const base = { version: 1, fields: { note: 'Old', hours: null } }
    const problem = { code: 'changed_meanwhile', message: '', at: Date.now(), asks: ['note', 'hours'], row }
    await planted(db =>
      db.outbox.put(changeOf({ args: { note: 'Mine', hours: '8 to 6' }, state: 'conflict', problem, base })),
    )
    const hand = open()
    const card = within(await screen.findByRole('article', { name: /Needs your decision/ }))
    await hand.click(await card.findByRole('radio', { name: /9 to 5/ }))
    await hand.click(card.getByRole('radio', { name: 'Mine Mine' }))
    const makeRoom = fillUp()
    for (const name of presses) await hand.click(await screen.findByRole('button', { name }))
    expect(await card.findByText(isFull)).toBeTruthy()
    makeRoom()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await hand.click(card.getByRole('button', { name: 'Save my choice' }))
    await waitFor(() => expect(server.state.pushes.at(-1)?.ops[0]).toMatchObject({ args: { note: 'Mine' } }))
  },
)

test('a full device says so where a step is made again, a record brought back, and a change sent again or discarded', async () => {
  const archived = server.write('dealerBranch', ID, { archivedAt: AT })
  server.state.groups = { hash: 'h1', names: ['lists', 'unit', 'dealerBranch'] }
  const unit = server.write('unit', ID + 1, { serial: 'S-1', product: 5, stage: 'inStock', note: null })
  const conflict = (asks: string, row: Row) => ({
    state: 'conflict' as const,
    problem: { code: 'changed_meanwhile', message: '', at: Date.now(), asks: [asks], row },
    base: { version: 0, fields: { stage: 'quarantine' } },
  })
  await planted(db =>
    db.outbox.bulkPut([
      changeOf({ args: { note: 'Mine' }, ...conflict('archivedAt', archived) }),
      changeOf({ op: 'unit.repair', id: unit.id, lane: `unit:${unit.id}`, ...conflict('stage', unit) }),
      taskOp({ args: { title: 'Call back' } }),
    ]),
  )
  const hand = open()
  const again = await screen.findByRole('button', { name: 'Do it again' })
  const back = await screen.findByRole('button', { name: 'Restore it with my change' })
  fillUp()
  for (const [times, button] of [again, back].entries()) {
    await hand.click(button)
    await waitFor(() => expect(screen.getAllByText(isFull)).toHaveLength(times + 1))
    expect(button.getAttribute('aria-busy')).toBeNull()
  }
  const told = () => waitFor(() => expect(shownToasts().filter(({ message }) => isFull.test(message))).toHaveLength(1))
  await hand.click(screen.getByRole('button', { name: 'Send again' }))
  await told()
  for (const { id } of shownToasts()) act(() => dismissToast(id))
  await more(hand, /^More for Call back, /, 'Discard')
  await hand.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Discard' }))
  await told()
})
