import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { createMemoryRouter } from 'react-router-dom'
import { afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { NoteRow } from '#contract/calls/attached.ts'
import { dealerBranch } from '#contract/modules/people/dealer-branch.ts'
import { register } from '#contract/register.ts'
import { markConnection } from '#src/offline/connection.ts'
import { openUserDb, type UserDb } from '#src/offline/user-db.ts'
import { leftElsewhere, somethingIsTyped } from '#src/session/dirty.ts'
import { begin, showAtWork, speakEnglish } from '../../tests/support/at-work.tsx'
import { failing, watchWrites } from '../../tests/support/faulty-stores.ts'
import { haveNumbers } from '../../tests/support/have-numbers.ts'
import { holdAnswers } from '../../tests/support/hold-answers.ts'
import { sharedLocks } from '../../tests/support/shared-locks.ts'
import { waitingOp } from '../../tests/support/outbox.ts'
import { syncDouble, type SyncDouble } from '../../tests/support/sync-double.ts'
import { RecordNotes } from './record-notes.tsx'

let server: SyncDouble
let notes: NoteRow[]
let userId = 1_200
beforeAll(() => speakEnglish('crud', 'ui', 'outbox', 'problems'))
beforeEach(() => {
  userId += 1
  server = syncDouble()
  notes = []
  server.state.routes['GET /dealer-branch/5/notes'] = () => ({ notes: [...arrived(), ...notes], next: null })
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

/** The notes that came in as changes, each once, the newest first. */
const arrived = () => {
  const ops = server.state.pushes.flatMap(({ ops }) => ops).filter(op => 'op' in op && op.op === 'dealerBranch.note')
  const texts = new Map(ops.map(op => ('args' in op ? [op.args.id as number, op.args.text as string] : [0, ''])))
  return [...texts].map(([id, text]) => noteRow(id, text)).toReversed()
}
const noteRow = (id: number, text: string, more: Partial<NoteRow> = {}): NoteRow => ({
  id,
  text,
  madeAt: new Date().toISOString(),
  madeBy: userId,
  madeByName: 'Meera Nair',
  earlier: [],
  withdrawnAt: null,
  ...more,
})
async function open(permissions: readonly string[] = ['52-d', '52-c']) {
  await begin({ userId, permissions })
  const notes = <RecordNotes module={dealerBranch} record={{ id: 5 }} />
  const routes = [
    { path: '/record', element: notes },
    { path: '/elsewhere', element: null },
  ]
  const router = createMemoryRouter(routes, { initialEntries: ['/record?tab=notes'] })
  const user = showAtWork(userId, router)
  const go = (to: string) => act(() => router.navigate(to))
  return { user, go, leave: () => go('/elsewhere'), comeBack: () => go('/record?tab=notes') }
}
/** The device's store is open and has numbers in hand. */
const atWork = () => haveNumbers(server)
const box = () => screen.findByRole('textbox', { name: 'Note' })
const shown = async () =>
  within(await screen.findByRole('list', { name: 'Notes' }))
    .getAllByRole('listitem')
    .map(item => item.textContent)

test('a note is written with Ctrl+Enter, stands on top at once, and the box is empty for the next one', async () => {
  notes = [noteRow(99_001, 'An older one', { madeBy: 2, madeByName: 'Asha' })]
  const { user } = await open()
  await user.type(await box(), 'Gate code 4471{Control>}{Enter}{/Control}')
  await waitFor(async () => expect(await shown()).toHaveLength(2))
  expect((await shown())[0]).toContain('Gate code 4471')
  expect((await box()) as HTMLTextAreaElement).toHaveProperty('value', '')
})

test('a note whose answer was lost waits on the record in sight, and is there once when it is sent again', async () => {
  const { user } = await open()
  await user.type(await box(), 'Call back')
  await atWork()
  server.state.network = 'lose'
  await user.click(screen.getByRole('button', { name: 'Add note' }))
  const waiting = within(await screen.findByRole('list', { name: 'Notes that wait on this device' }))
  expect(waiting.getByText('Call back')).toBeTruthy()
  await waitFor(async () => expect((await box()) as HTMLTextAreaElement).toHaveProperty('value', ''))
  server.state.network = 'up'
  globalThis.dispatchEvent(new Event('online'))
  await waitFor(async () => expect(await shown()).toHaveLength(1))
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Notes that wait on this device' })).toBeNull())
  expect(arrived()).toHaveLength(1)
})

test('what is being written is there again after the page was left in the middle of a word', async () => {
  const { user, leave, comeBack } = await open()
  await user.type(await box(), 'Half a sen')
  await atWork()
  await leave()
  await comeBack()
  await waitFor(async () => expect((await box()) as HTMLTextAreaElement).toHaveProperty('value', 'Half a sen'))
})

const full = new DOMException('full', 'QuotaExceededError')
const asked = () => screen.findByRole('dialog', { name: 'Leave without saving?' })

test('on a full device a note is not said to be kept, and is asked about before it is left, until there is room', async () => {
  const { user, go, leave, comeBack } = await open()
  await atWork()
  failing('drafts', 'put', full)
  server.state.refuses = () => true
  await user.type(await box(), 'Half a sen')
  await waitFor(() => expect(somethingIsTyped()).toBe(true))
  await user.click(screen.getByRole('button', { name: 'Add note' }))
  const refused = await screen.findByText(/^Not like this\./)
  await act(() => new Promise(resolve => setTimeout(resolve, 300)))
  expect(refused.textContent).not.toContain('is kept here')
  for (const goAway of [leave, () => go('/record?tab=history')]) {
    await goAway()
    expect(within(await asked()).getByText('What you typed here is not saved.')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Stay here' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  }
  vi.restoreAllMocks()
  await user.type(await box(), 'tence')
  await screen.findByText('Kept on this device')
  await waitFor(() => expect(somethingIsTyped()).toBe(false))
  await leave()
  await comeBack()
  await waitFor(async () => expect(await box()).toHaveProperty('value', 'Half a sentence'))
})

test('a note is not written any more once another tab has ended the session', async () => {
  const { user, leave } = await open()
  await atWork()
  await user.type(await box(), 'Half a sen')
  await screen.findByText('Kept on this device')
  const puts = watchWrites()
  localStorage.removeItem('token')
  await user.type(await box(), 'tence')
  act(() => void window.dispatchEvent(new Event('pagehide')))
  await leave()
  await new Promise(resolve => setTimeout(resolve, 50))
  expect(puts.filter(({ store }) => store === 'drafts')).toEqual([])
})

test('whoever signs out in another tab waits for the last words of a note, and not for a note that is kept', async () => {
  Object.defineProperty(navigator, 'locks', { value: sharedLocks(), configurable: true })
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'locks'))
  const isWaitedFor = () => navigator.locks.request('caredesk-typed', { ifAvailable: true }, lock => lock === null)
  await open()
  await atWork()
  const puts = watchWrites()
  const note = await box()
  // Asked in the same moment: once it is kept nobody waits any more.
  fireEvent.change(note, { target: { value: 'H' } })
  expect(await isWaitedFor()).toBe(true)
  await leftElsewhere()
  expect(puts.filter(({ store }) => store === 'drafts')).toHaveLength(1)
  expect(await isWaitedFor()).toBe(false)
})

test('a note that was not taken is said to be kept where it is', async () => {
  const { user } = await open()
  await atWork()
  failing('outbox', 'put', full)
  await user.type(await box(), 'Half a sentence')
  await user.click(screen.getByRole('button', { name: 'Add note' }))
  expect(await screen.findByText(/^This device is full.* What you wrote is kept here\.$/)).toBeTruthy()
})

test('a note that is refused after its page was left stands in the outbox and on the record, and in no box', async () => {
  const { user, leave, comeBack } = await open()
  await user.type(await box(), 'Call back')
  await atWork()
  const answer = holdAnswers(server)
  await user.click(screen.getByRole('button', { name: 'Add note' }))
  await screen.findByRole('list', { name: 'Notes that wait on this device' })
  await waitFor(() => expect(server.state.requests).toContain('POST /sync/push'))
  await leave()
  server.state.refuses = () => true
  answer()
  await comeBack()
  const waiting = within(await screen.findByRole('list', { name: 'Notes that wait on this device' }))
  expect(await waiting.findByText(/Not like this/)).toBeTruthy()
  expect((await box()) as HTMLTextAreaElement).toHaveProperty('value', '')
  await waitFor(() => inStore(async db => expect(await db.drafts.count()).toBe(0)))
})

test('in a browser that keeps nothing a note is asked about before it is left', async () => {
  // Only their own store cannot be opened.
  await begin({ userId, permissions: [] })
  const { indexedDB } = globalThis
  vi.stubGlobal('indexedDB', undefined)
  onTestFinished(() => void vi.stubGlobal('indexedDB', indexedDB))
  const { user, leave } = await open()
  await screen.findByText('No notes yet')
  await haveNumbers(server)
  await user.type(await box(), 'Half a sen')
  await leave()
  await asked()
  await user.click(screen.getByRole('button', { name: 'Stay here' }))
  expect(await box()).toHaveProperty('value', 'Half a sen')
})

test('a long sentence is kept while it is still being typed', async () => {
  const { user } = await open()
  await atWork()
  const puts = watchWrites()
  const wasKept = () => puts.some(({ store }) => store === 'drafts')
  for (let n = 0; n < 20 && !wasKept(); n += 1) {
    await user.type(await box(), 'ab')
    await act(() => new Promise(resolve => setTimeout(resolve, 100)))
  }
  expect(wasKept()).toBe(true)
})

test('notes that could not be asked for come when the server answers again, and to whoever asks once more', async () => {
  notes = [noteRow(7, 'Call at 6')]
  server.state.network = 'refuse'
  const { user } = await open()
  await screen.findByText(/^The server cannot be reached/)
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
  act(() => markConnection({ online: false }))
  server.state.network = 'up'
  server.state.status = 500
  act(() => markConnection({ online: true }))
  await screen.findByText('No')
  server.state.status = 200
  await user.click(await screen.findByRole('button', { name: 'Try again' }))
  await screen.findByText('Call at 6')
})

test('one’s own note is reworded and withdrawn, and what it said before can be read', async () => {
  notes = [noteRow(7, 'Call at 6', { earlier: [{ text: 'Call at 5', until: '2026-11-21T10:00:00.000Z' }] })]
  server.state.routes['PATCH /note/7'] = async request => {
    const change = (await request.json()) as { text?: string; withdrawn?: boolean }
    notes = [
      noteRow(
        7,
        change.text ?? 'Call at 6',
        change.withdrawn ? { text: null, withdrawnAt: '2026-11-21T10:00:00.000Z' } : {},
      ),
    ]
    return notes[0]
  }
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: 'reworded' }))
  expect(screen.getByText('Call at 5')).toBeTruthy()
  await menu(user, 'Reword')
  const edit = await reword()
  await user.clear(edit)
  await user.type(edit, 'Call at 7{Control>}{Enter}{/Control}')
  await screen.findByText('Call at 7')
  await menu(user, 'Withdraw')
  await screen.findByText('This note was withdrawn.')
  await user.click(screen.getByRole('button', { name: 'Bring back' }))
  await screen.findByText('Call at 6')
})

const menu = async (user: UserEvent, entry: string) => {
  await user.click(await screen.findByRole('button', { name: 'More for this note' }))
  await user.click(await screen.findByRole('menuitem', { name: entry }))
}
const reword = () => screen.findByRole('textbox', { name: 'Reword' })

test('new words for a note are asked about before they are left: by Escape, by Cancel, by another tab, by another page', async () => {
  notes = [noteRow(7, 'Call at 6')]
  const { user, go } = await open()
  await menu(user, 'Reword')
  expect(somethingIsTyped()).toBe(false)
  await user.type(await reword(), ' or 7')
  // Nothing reloads the page by itself, and closing it asks.
  expect(somethingIsTyped()).toBe(true)
  const asked = () => screen.findByRole('dialog', { name: 'Leave without saving?' })
  const ways = [
    async () => user.type(await reword(), '{Escape}'),
    () => user.click(screen.getByRole('button', { name: 'Cancel' })),
    () => go('/record?tab=history'),
    () => go('/elsewhere'),
  ]
  for (const leave of ways) {
    await leave()
    await user.click(within(await asked()).getByRole('button', { name: 'Stay here' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(await reword()).toHaveProperty('value', 'Call at 6 or 7')
  }
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await user.click(within(await asked()).getByRole('button', { name: 'Leave' }))
  await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Reword' })).toBeNull())
  expect(somethingIsTyped()).toBe(false)
})

test('what is typed while new words are being saved stays to be saved as well', async () => {
  notes = [noteRow(7, 'Call at 6')]
  let answer = () => {}
  const asked = new Promise<void>(resolve => (answer = resolve))
  server.state.routes['PATCH /note/7'] = async request => {
    const { text } = (await request.json()) as { text: string }
    await asked
    notes = [noteRow(7, text)]
    return notes[0]
  }
  const { user } = await open()
  await menu(user, 'Reword')
  await user.type(await reword(), ' or 7{Control>}{Enter}{/Control} sharp')
  answer()
  const save = await screen.findByRole('button', { name: 'Save' })
  await waitFor(() => expect(save.getAttribute('aria-busy')).not.toBe('true'))
  expect(await reword()).toHaveProperty('value', 'Call at 6 or 7 sharp')
  await user.type(await reword(), '{Control>}{Enter}{/Control}')
  await screen.findByText('Call at 6 or 7 sharp')
  expect(screen.queryByRole('textbox', { name: 'Reword' })).toBeNull()
})

describe('older notes', () => {
  /** A page holds two of them. */
  beforeEach(() => {
    notes = [6, 5, 4, 3, 2, 1].map(n => noteRow(99_000 + n, `Note ${n}`))
    server.state.routes['GET /dealer-branch/5/notes'] = request => {
      const all = [...arrived(), ...notes]
      const after = Number(new URL(request.url).searchParams.get('after'))
      const from = all.findIndex(({ id }) => id === after) + 1
      const page = all.slice(from, from + 2)
      return { notes: page, next: from + 2 < all.length ? page.at(-1)!.id : null }
    }
  })
  const press = () => screen.findByRole('button', { name: 'Show older notes' })
  const texts = async () => (await shown()).map(text => /Note \d/.exec(text)?.[0])

  test('come once, however often they are asked for, and stay when a note is written', async () => {
    const { user } = await open()
    await atWork()
    let goOn = () => {}
    await press()
    server.state.slow = new Promise<void>(resolve => (goOn = resolve))
    await user.click(await press())
    await waitFor(async () => expect((await press()).getAttribute('aria-busy')).toBe('true'))
    await user.click(await press())
    goOn()
    await waitFor(async () => expect(await texts()).toEqual(['Note 6', 'Note 5', 'Note 4', 'Note 3']))
    await user.type(await box(), 'Note 9{Control>}{Enter}{/Control}')
    await waitFor(async () => expect((await texts())[0]).toBe('Note 9'))
    expect(await texts()).toEqual(['Note 9', 'Note 6', 'Note 5', 'Note 4'])
  })

  test('that do not come are said, and come when they are asked for again', async () => {
    const { user } = await open()
    await atWork()
    await press()
    server.state.status = 500
    await user.click(await press())
    expect((await screen.findByRole('alert')).textContent).not.toBe('')
    expect(await texts()).toEqual(['Note 6', 'Note 5'])
    server.state.status = 200
    await user.click(await press())
    await waitFor(async () => expect(await texts()).toHaveLength(4))
    expect(screen.queryByRole('alert')).toBeNull()
  })
})

test('who may not edit the record reads and is offered nothing else; nobody changes others’ notes', async () => {
  notes = [noteRow(1, 'Mine'), noteRow(2, 'Theirs', { madeBy: 2 })]
  await open(['52-d'])
  await screen.findByText('Theirs')
  expect(screen.queryByRole('textbox')).toBeNull()
  expect(screen.queryByRole('button', { name: 'More for this note' })).toBeNull()
  cleanup()
  await open()
  await screen.findByText('Theirs')
  expect(screen.getAllByRole('button', { name: 'More for this note' })).toHaveLength(1)
})

/** A note that the server has not taken. */
async function refusedNote() {
  const problem = { code: 'invalid', message: 'Not like this.', at: Date.now() }
  const args = { id: 99_002, text: 'Gate code 4471' }
  const note = { op: 'dealerBranch.note', id: 5, lane: 'dealerBranch:99002', userId, args }
  await inStore(db => db.outbox.put(waitingOp({ ...note, state: 'rejected', problem })))
}
async function inStore(work: (db: UserDb) => Promise<unknown>) {
  const db = await openUserDb(userId, register)
  await work(db)
  db.close()
}

test('a note that was refused says so where the device has no room to send it again, and goes once there is', async () => {
  await refusedNote()
  const { user } = await open()
  failing('outbox', 'put', new DOMException('full', 'QuotaExceededError'))
  await user.click(await screen.findByRole('button', { name: 'Try again' }))
  expect(await screen.findByText(/^This device is full/)).toBeTruthy()
  vi.restoreAllMocks()
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(async () => expect(await shown()).toHaveLength(1))
})

test('a note that was refused is reworded where it stands, and sent so', async () => {
  await refusedNote()
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: 'Reword' }))
  await user.type(await reword(), '2')
  expect(somethingIsTyped()).toBe(true)
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(async () => expect(await shown()).toHaveLength(1))
  expect(arrived()).toMatchObject([{ id: 99_002, text: 'Gate code 44712' }])
})

test('new words for a refused note stay where it is tried again elsewhere, and where it is gone, and why they are not saved is said', async () => {
  await refusedNote()
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: 'Reword' }))
  await user.type(await reword(), '2')
  await inStore(async db => {
    const [tried] = await db.outbox.toArray()
    const onItsWay = {
      state: 'pending',
      problem: null,
      sentOnce: true,
      attempts: 1,
      nextAt: Date.now() + 250_000,
    } as const
    await db.outbox.put({ ...tried!, ...onItsWay, mid: crypto.randomUUID() })
  })
  await waitFor(() => expect(screen.queryByText('Not like this.')).toBeNull())
  expect(await reword()).toHaveProperty('value', 'Gate code 44712')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText(/^It is on its way\. .* save once more/)).toBeTruthy()
  await inStore(db => db.outbox.clear())
  const saidOver = async () => {
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(screen.getByText(/^It was sent meanwhile, or changed elsewhere/)).toBeTruthy()
  }
  await waitFor(saidOver)
  expect(await reword()).toHaveProperty('value', 'Gate code 44712')
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await user.click(await screen.findByRole('button', { name: 'Leave' }))
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Notes that wait on this device' })).toBeNull())
})
