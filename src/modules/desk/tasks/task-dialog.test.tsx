import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { createMemoryRouter, Outlet } from 'react-router-dom'
import { beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { task, type Remark } from '#contract/modules/desk/task.ts'
import { register } from '#contract/register.ts'
import { RecordPlacesContext, type RecordPlaces } from '#src/fields/record-places.ts'
import { keptTable, openUserDb } from '#src/offline/user-db.ts'
import { everythingIsKept } from '#src/session/dirty.ts'
import { dismissToast, shownToasts } from '#src/ui/toast.ts'
import { begin, showAtWork, speakEnglish } from '../../../../tests/support/at-work.tsx'
import { failing } from '../../../../tests/support/faulty-stores.ts'
import { holdAnswers } from '../../../../tests/support/hold-answers.ts'
import { waitingOp } from '../../../../tests/support/outbox.ts'
import { syncDouble, type SyncDouble } from '../../../../tests/support/sync-double.ts'
import { beginFor, closeTask, openNewTask, openTask } from './state.ts'
import { TaskDialog } from './task-dialog.tsx'

const permissions = ['90-a', '90-b', '90-c', '90-d', '200-a', '50-a', '50-d']
let server: SyncDouble
let me = 8_900

beforeAll(() => speakEnglish('task', 'crud', 'ui', 'user', 'customer', 'problems', 'keys', 'shell'))
beforeEach(async () => {
  for (const { id } of shownToasts()) dismissToast(id)
  server = syncDouble()
  me += 1
  server.state.groups = { hash: 'h1', names: ['lists', `task:own:${me}`] }
  await begin({ userId: me, permissions })
  beginFor(me)
  act(() => closeTask())
  server.write('customer', 5, { name: 'Mr Sen' })
  plant(1, 'Call back')
  plant(2, 'Send the papers')
})

const plant = (id: number, title: string) =>
  server.write('task', id, {
    title,
    assignedTo: me,
    assignedBy: me,
    priority: 'normal',
    stage: 'open',
    dueAt: null,
    customer: 5,
    taskRemarks: [],
    passedAt: null,
    passedBy: null,
    endedAt: null,
    endedBy: null,
  })

const places: RecordPlaces = {
  pathTo: (module, id) => `/${module}/${id}`,
  listOf: () => undefined,
  newFrom: () => undefined,
  hasForm: () => false,
  Make: () => null,
  Panel: () => null,
}
function open(path = '/') {
  const page = (
    <RecordPlacesContext value={places}>
      <Outlet />
      <TaskDialog />
    </RecordPlacesContext>
  )
  const children = [
    { path: '/', element: <h1>Here is the table</h1> },
    { path: '/outbox', element: <h1>Here is what waits</h1> },
    { path: '/customer/5', element: <h1>Here is Mr Sen</h1> },
  ]
  const router = createMemoryRouter([{ element: page, children }], { initialEntries: [path] })
  return { hand: showAtWork(me, router), router }
}
const title = () => screen.findByRole('textbox', { name: 'Task' })
const button = (name: string | RegExp) => screen.findByRole('button', { name })
const isAsked = () => screen.findByRole('heading', { name: 'Leave without saving?' })

/** A task stands open, with something typed into its title. */
async function edited(id: number, path?: string) {
  const { hand, router } = open(path)
  act(() => openTask(id))
  await hand.type(await title(), ' today')
  return { hand, router }
}

test('an edited task asks in words before it is closed, and a draft of it is said to stay', async () => {
  const { hand } = await edited(1)
  await screen.findByText('Unsaved task')
  await hand.click(await button('Cancel'))
  await isAsked()
  expect(screen.getByText(/^What you typed is not saved/)).toBeTruthy()
  await hand.click(await button('Stay here'))
  expect(await title()).toHaveProperty('value', 'Call back today')
  await hand.click(await button('Cancel'))
  await hand.click(await button('Leave'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('an edited task that leaves its person’s sight says so, is not saved, and promises no draft to whoever leaves', async () => {
  const { hand } = await edited(1)
  await waitFor(() => expect(everythingIsKept()).toBe(true))
  server.remove(1)
  globalThis.dispatchEvent(new Event('online'))
  expect(await screen.findByText('This task was passed on, or you no longer have access to it.')).toBeTruthy()
  expect(screen.getByText(/can still be copied/)).toBeTruthy()
  expect(await title()).toHaveProperty('value', 'Call back today')
  for (const name of [/^Save/, 'Start', 'Done']) expect(await button(name)).toHaveProperty('disabled', true)
  await hand.keyboard('{Control>}s{/Control}')
  expect(server.state.pushes).toHaveLength(0)
  await hand.click(await button('Cancel'))
  await isAsked()
  expect(screen.getByText('What you typed here is not saved.')).toBeTruthy()
  await hand.click(await button('Leave'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a task that somebody may only read and that leaves their sight says so', async () => {
  await begin({ userId: me, permissions: permissions.filter(code => code !== '90-c') })
  open()
  act(() => openTask(1))
  await screen.findByRole('heading', { name: 'Call back' })
  server.remove(1)
  globalThis.dispatchEvent(new Event('online'))
  expect(await screen.findByText('This task was passed on, or you no longer have access to it.')).toBeTruthy()
  expect(screen.queryByText(/can still be copied/)).toBeNull()
})

test('an edited task that is passed on and may be seen all the same goes on as it is by now', async () => {
  await edited(1)
  const row = { ...server.rows.get(1)!.row, version: 2, assignedTo: 3, assignedBy: 3, priority: 'high' }
  server.state.routes['GET /task/1'] = () => row
  server.remove(1)
  globalThis.dispatchEvent(new Event('online'))
  expect((await screen.findAllByText('Somebody else changed this meanwhile.')).length).toBeGreaterThan(0)
  expect(screen.queryByText(/was passed on/)).toBeNull()
})

test('a link in an edited task asks first: who stays has the task as it was, who leaves is at the record', async () => {
  const { hand, router } = await edited(1)
  await hand.click(await screen.findByRole('link', { name: 'Mr Sen' }))
  await isAsked()
  await hand.click(await button('Stay here'))
  expect(await title()).toHaveProperty('value', 'Call back today')
  expect(router.state.location.pathname).toBe('/')
  await hand.click(screen.getByRole('link', { name: 'Mr Sen' }))
  await isAsked()
  await hand.click(await button('Leave'))
  expect(await screen.findByText('Here is Mr Sen')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('the mark of what waits asks before an edited task is left for it', async () => {
  const db = await openUserDb(me, register)
  const waits = { op: 'task.change', userId: me, id: 1, lane: 'task:1', args: { priority: 'high' }, at: 1 }
  await db.outbox.bulkPut([waitingOp({ ...waits, nextAt: Date.now() + 100_000 })])
  db.close()
  const { hand } = await edited(1)
  await hand.click(await screen.findByRole('link', { name: 'Waiting' }))
  await isAsked()
  await hand.click(await button('Leave'))
  expect(await screen.findByText('Here is what waits')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('what waits behind something that was not accepted is said to, with the way to decide', async () => {
  const db = await openUserDb(me, register)
  const stands = { op: 'task.change', userId: me, id: 1, lane: 'task:1', args: { priority: 'high' }, at: 1 }
  await db.outbox.bulkPut([waitingOp({ ...stands, state: 'conflict', sentOnce: true })])
  db.close()
  const { hand } = await edited(1)
  await hand.click(await button(/^Save/))
  expect(await screen.findByText(/^Saved on this device\. It waits for something that was not accepted/)).toBeTruthy()
  await hand.click(await button('Open'))
  expect(await screen.findByText('Here is what waits')).toBeTruthy()
})

test('a link to the page behind the dialog asks as well, and shows that page', async () => {
  const { hand } = await edited(1, '/customer/5')
  await hand.click(await screen.findByRole('link', { name: 'Mr Sen' }))
  await isAsked()
  await hand.click(await button('Leave'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.getByText('Here is Mr Sen')).toBeTruthy()
})

test('the answer to a task that was left while it was saved says so, and leaves the next one open', async () => {
  const { hand } = await edited(1)
  const answer = holdAnswers(server)
  await hand.click(await button(/^Save/))
  await waitFor(() => expect(server.state.requests).toContain('POST /sync/push'))
  await hand.click(await button('Cancel'))
  await isAsked()
  await hand.click(await button('Leave'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  act(() => openTask(2))
  await waitFor(async () => expect(await title()).toHaveProperty('value', 'Send the papers'))
  await hand.type(await title(), ' now')
  answer()
  expect(await screen.findByText('Saved')).toBeTruthy()
  expect(await title()).toHaveProperty('value', 'Send the papers now')
})

test('a remark that nobody could number yet is not left without a question', async () => {
  server.state.network = 'refuse'
  const { hand } = open()
  act(() => openNewTask({ customer: 5 }))
  await hand.type(await screen.findByRole('textbox', { name: /^(Add a r|R)emark/ }), 'He called')
  await hand.click(await screen.findByRole('link', { name: '#5' }))
  await isAsked()
  await hand.click(await button('Stay here'))
  expect(await screen.findByDisplayValue('He called')).toBeTruthy()
})

test('a remark for which the device has no room says that it is full, and stays', async () => {
  const { hand } = await edited(1)
  onTestFinished(() => void vi.restoreAllMocks())
  failing('meta', 'put', new DOMException('full', 'QuotaExceededError'))
  await hand.type(await remarkBox(), 'He called')
  expect((await screen.findAllByText(/^This device is full/)).length).toBeGreaterThan(0)
  expect(await remarkBox()).toHaveProperty('value', 'He called')
})

test('what the server says of a record that a task is about stands beside it, and goes with it', async () => {
  server.state.refuses = () => true
  server.state.refused = { customer: 'This is archived; choose another.' }
  const { hand } = open()
  act(() => openNewTask({ customer: 5 }))
  await hand.type(await title(), 'Visit')
  await hand.click(await button(/^Add Task/))
  expect(await screen.findByText('This is archived; choose another.')).toBeTruthy()
  const remove = await button('Remove Customer')
  expect(document.activeElement).toBe(remove)
  await hand.click(remove)
  expect(screen.queryByText('This is archived; choose another.')).toBeNull()
})

test('a remark that is too long is said so beside it, and one too many as well', async () => {
  const { hand } = open()
  act(() => openTask(1))
  const remark = await screen.findByRole('textbox', { name: 'Remark' })
  await hand.click(remark)
  await hand.paste('x'.repeat(2_001))
  const save = await button(/^Save/)
  await waitFor(() => expect(save).toHaveProperty('disabled', false))
  await hand.click(save)
  expect(await screen.findByText('Use at most 2000 characters.')).toBeTruthy()
  expect(document.activeElement).toBe(remark)
  await hand.click(await button('Cancel'))
  await hand.click(await button('Leave'))

  const taskRemarks = Array.from({ length: 200 }, (_, at) => ({ id: 500 + at, text: 'Rang', at: null, by: null }))
  server.write('task', 3, { ...server.rows.get(1)!.row, title: 'Ring on', taskRemarks })
  act(() => openTask(3))
  globalThis.dispatchEvent(new Event('online'))
  await hand.type(await screen.findByRole('textbox', { name: 'Add a remark' }), 'Once more')
  await waitFor(() => expect(screen.getByRole('button', { name: /^Save/ })).toHaveProperty('disabled', false))
  await hand.click(await button(/^Save/))
  expect(await screen.findByText('Remarks: there can be at most 200.')).toBeTruthy()
})

test('one’s own move is no change of somebody else; what is typed goes on over it, also where another device added a remark', async () => {
  server.write('task', 1, { updatedBy: me })
  const { hand } = open()
  act(() => openTask(1))
  await hand.type(await screen.findByRole('textbox', { name: 'Remark' }), 'On my way')
  await waitFor(() => expect(screen.getByRole('button', { name: /^Save/ })).toHaveProperty('disabled', false))
  await hand.click(await button('Start'))
  await waitFor(() => expect(server.rows.get(1)?.row.version).toBe(3))
  server.write('task', 1, { stage: 'inProgress', taskRemarks: [{ id: 700, text: 'Rang', at: null, by: me }] })
  globalThis.dispatchEvent(new Event('online'))
  expect(await screen.findByText('Rang')).toBeTruthy()
  expect(screen.queryByText('Somebody else changed this meanwhile.')).toBeNull()
  await hand.click(await button(/^Save/))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(server.state.pushes.at(-1)!.ops[0]).toMatchObject({
    args: { taskRemarks: [{ id: 700 }, { text: 'On my way' }] },
    base: { version: 4 },
  })
})

test('what the same person did to the very field on another device is asked all the same', async () => {
  server.write('task', 1, { updatedBy: me })
  const { hand } = await edited(1)
  server.write('task', 1, { title: 'Call back tomorrow' })
  globalThis.dispatchEvent(new Event('online'))
  await waitFor(() => expect(screen.getAllByText('Somebody else changed this meanwhile.').length).toBeGreaterThan(0))
  await hand.click(screen.getByRole('radio', { name: /Call back tomorrow/ }))
})

test('a draft of a task about nothing is offered where a task is begun about a record, and is not put into it', async () => {
  const { hand } = open()
  act(() => openNewTask())
  await hand.type(await title(), 'Order toner')
  await waitFor(() => expect(everythingIsKept()).toBe(true))
  await hand.click(await button('Cancel'))
  await hand.click(await button('Leave'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  act(() => openNewTask({ customer: 5 }))
  expect(await screen.findByText(/^There is a draft of/)).toBeTruthy()
  expect(await title()).toHaveProperty('value', '')
  expect(screen.getByRole('button', { name: 'Remove Customer' })).toBeTruthy()
  await hand.click(await button('Cancel'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  act(() => openNewTask())
  await waitFor(async () => expect(await title()).toHaveProperty('value', 'Order toner'))
})

test('a discarded new task that is brought back once its dialog is gone is offered to another record’s, and not put into it', async () => {
  const { hand } = open()
  act(() => openNewTask({ customer: 5 }))
  await hand.type(await title(), 'Order toner')
  await waitFor(() => expect(everythingIsKept()).toBe(true))
  await hand.click(await button('Cancel'))
  await hand.click(await button('Leave'))
  act(() => openNewTask({ customer: 5 }))
  await hand.click(await button('Start empty'))
  await hand.click(await button('Cancel'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await hand.click(await button(/^Undo/))
  expect(await screen.findByText(/is a draft again/)).toBeTruthy()
  act(() => openNewTask({ customer: 6 }))
  expect(await screen.findByText(/^There is a draft of/)).toBeTruthy()
  expect(await title()).toHaveProperty('value', '')
})

const saveButton = () => screen.getByRole('button', { name: /^Save/ })
const remarkBox = () => screen.findByRole('textbox', { name: /^(Add a r|R)emark/ })
const isReady = () => waitFor(() => expect(saveButton()).toHaveProperty('disabled', false))
const lastArgs = () => server.state.pushes.at(-1)!.ops[0] as unknown as { args: Record<string, unknown> }

/** A task with a remark that is typed and left: its draft is kept. */
async function leftWithRemark(words: string) {
  const { hand } = open()
  act(() => openTask(1))
  await hand.type(await remarkBox(), words)
  await isReady()
  await waitFor(() => expect(everythingIsKept()).toBe(true))
  await hand.click(await button('Cancel'))
  await hand.click(await button('Leave'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
}
/** Somebody else writes to the task, and this device has it. */
async function elsewhere(fields: Record<string, unknown>) {
  const { version } = server.write('task', 1, fields)
  globalThis.dispatchEvent(new Event('online'))
  const db = await openUserDb(me, register)
  await waitFor(async () => expect((await keptTable(db, task).get(1))?.row?.version).toBe(version))
  db.close()
}
const theirs = { id: 700, text: 'Rang', at: '2026-01-02T00:00:00.000Z', by: 3 }

test('a draft that is taken up over a changed task keeps what somebody else added to it', async () => {
  await leftWithRemark('On my way')
  await elsewhere({ taskRemarks: [theirs] })
  cleanup()
  const { hand } = open()
  act(() => openTask(1))
  expect(await screen.findByText('Rang')).toBeTruthy()
  await hand.click(await button('Use draft'))
  expect(await remarkBox()).toHaveProperty('value', 'On my way')
  await hand.click(saveButton())
  await waitFor(() => expect(server.state.pushes).toHaveLength(1))
  expect(lastArgs().args).toMatchObject({ taskRemarks: [theirs, { text: 'On my way' }] })
})

test('what was discarded is brought back over what somebody else did since, who is not overwritten unasked', async () => {
  const { hand } = await edited(1)
  await hand.type(await remarkBox(), 'On my way')
  await isReady()
  await waitFor(() => expect(everythingIsKept()).toBe(true))
  await hand.click(await button('Cancel'))
  await hand.click(await button('Leave'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  act(() => openTask(1))
  await hand.click(await button('Discard draft'))
  await elsewhere({ title: 'Call him', taskRemarks: [theirs] })
  await waitFor(async () => expect(await title()).toHaveProperty('value', 'Call him'))
  await hand.click(await button(/^Undo/))
  expect(await title()).toHaveProperty('value', 'Call back today')
  expect(await remarkBox()).toHaveProperty('value', 'On my way')
  // Both changed the title.
  await hand.click(await screen.findByRole('radio', { name: /Call him/ }))
  await hand.click(saveButton())
  await waitFor(() => expect(server.state.pushes).toHaveLength(1))
  expect(lastArgs().args).toEqual({ taskRemarks: [theirs, expect.objectContaining({ text: 'On my way' })] })
})

/** The server stamps who said something, takes no other words for it than those of before, and answers once it is let. */
function holdSaying() {
  const letGo = holdAnswers(server)
  server.state.refuses = ({ args }) => {
    const said = Array.isArray(args.taskRemarks) ? (args.taskRemarks as Remark[]) : []
    const before = [...server.rows.values()].flatMap(({ row }) => (row.taskRemarks ?? []) as Remark[])
    args.taskRemarks = said.map(one => (before.some(({ id }) => id === one.id) ? one : { ...one, by: me }))
    return before.some(one => !said.some(other => JSON.stringify(one) === JSON.stringify(other)))
  }
  return letGo
}
const saidThere = () => [...server.rows.values()].flatMap(({ row }) => (row.taskRemarks ?? []) as Remark[])
const isSent = () => waitFor(() => expect(server.state.requests).toContain('POST /sync/push'))

test('a remark that is written while the one before it is being saved is said as well', async () => {
  const { hand } = await edited(1)
  await hand.type(await remarkBox(), 'Rang him')
  await isReady()
  const answer = holdSaying()
  await hand.click(saveButton())
  await waitFor(async () => expect(await remarkBox()).toHaveProperty('value', ''))
  await isSent()
  await hand.type(await remarkBox(), 'He is out')
  await waitFor(() => expect(everythingIsKept()).toBe(true))
  answer()
  expect(await screen.findByText(/^Saved\. What you typed since/)).toBeTruthy()
  expect(await remarkBox()).toHaveProperty('value', 'He is out')
  await hand.type(await title(), ' again')
  await hand.click(saveButton())
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(saidThere()).toMatchObject([
    { text: 'Rang him', by: me },
    { text: 'He is out', by: me },
  ])
  expect(server.rows.get(1)?.row.title).toBe('Call back today again')
})

test('what is written on in the remark of a new task while that is being saved is a remark of its own', async () => {
  const { hand } = open()
  act(() => openNewTask({ customer: 5 }))
  await hand.type(await title(), 'Visit')
  await hand.type(await remarkBox(), 'Bring filters')
  const add = await button(/^Add Task/)
  await waitFor(() => expect(add).toHaveProperty('disabled', false))
  const answer = holdSaying()
  await hand.click(add)
  await isSent()
  await hand.type(await remarkBox(), ' and hoses')
  answer()
  expect(await screen.findByText(/^Saved\. What you typed since/)).toBeTruthy()
  expect(await remarkBox()).toHaveProperty('value', 'and hoses')
  await isReady()
  await hand.click(saveButton())
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(saidThere()).toMatchObject([{ text: 'Bring filters' }, { text: 'and hoses' }])
})

test('a remark that has no number yet when a save is over keeps its task open', async () => {
  const { hand } = await edited(1)
  await hand.type(await remarkBox(), 'Rang him')
  await isReady()
  // The device has no more numbers, and none come.
  const db = await openUserDb(me, register)
  await db.meta.put({ key: 'ids', value: [] })
  db.close()
  const answer = holdSaying()
  await hand.click(saveButton())
  await waitFor(async () => expect(await remarkBox()).toHaveProperty('value', ''))
  await isSent()
  server.state.lease = 5_000
  await hand.type(await remarkBox(), 'He is out')
  expect(saveButton()).toHaveProperty('disabled', true)
  answer()
  expect(await screen.findByText(/^Saved\. What you typed since/)).toBeTruthy()
  expect(await remarkBox()).toHaveProperty('value', 'He is out')
  await isReady()
  await hand.click(saveButton())
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(saidThere()).toMatchObject([{ text: 'Rang him' }, { text: 'He is out' }])
})

test('two remarks of which the first was refused stand in one box', async () => {
  const { hand } = await edited(1)
  await hand.type(await remarkBox(), 'Rang him')
  await isReady()
  const answer = holdSaying()
  server.state.refuses = () => true
  await hand.click(saveButton())
  await waitFor(async () => expect(await remarkBox()).toHaveProperty('value', ''))
  await hand.type(await remarkBox(), 'He is out')
  await waitFor(() => expect(everythingIsKept()).toBe(true))
  answer()
  expect(await screen.findByText('Not like this.')).toBeTruthy()
  await waitFor(async () => expect(await remarkBox()).toHaveProperty('value', 'Rang him\nHe is out'))
  await hand.type(await remarkBox(), '!')
  expect(await remarkBox()).toHaveProperty('value', 'Rang him\nHe is out!')
  server.state.refuses = () => false
  await hand.click(saveButton())
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(saidThere()).toMatchObject([{ text: 'Rang him\nHe is out!' }])
})

test('a task that was begun stays open, and one that is over is closed', async () => {
  const { hand } = open()
  act(() => openTask(1))
  server.state.writes = () => ({ stage: 'inProgress' })
  await hand.click(await button('Start'))
  expect(await screen.findByText('In progress')).toBeTruthy()
  server.state.writes = () => ({ stage: 'done' })
  await hand.click(await button('Done'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('Save says of what is not changed that there is nothing to save', async () => {
  const { hand } = open()
  act(() => openTask(1))
  await hand.click(await button(/^Save/))
  expect(await screen.findByText('Nothing was changed, so there is nothing to save.')).toBeTruthy()
  expect(server.state.pushes).toHaveLength(0)
})
