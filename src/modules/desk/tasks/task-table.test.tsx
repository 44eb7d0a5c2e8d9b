import { act, screen, waitFor, within } from '@testing-library/react'
import { createMemoryRouter, Outlet } from 'react-router-dom'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Row } from '#contract/module.ts'
import { customer } from '#contract/modules/people/customer.ts'
import { register } from '#contract/register.ts'
import { useRecord } from '#src/data/use-records.ts'
import { spread } from '#src/offline/heard.ts'
import type { OutboxOp } from '#src/offline/outbox/op.ts'
import { openUserDb } from '#src/offline/user-db.ts'
import { keepSession, session } from '#src/session/store.ts'
import { begin, connect, showAtWork, speakEnglish } from '../../../../tests/support/at-work.tsx'
import { waitingOp } from '../../../../tests/support/outbox.ts'
import { syncDouble, type SyncDouble } from '../../../../tests/support/sync-double.ts'
import { AddTask } from './add-task.tsx'
import { Bell } from './bell.tsx'
import { beginFor, closeTask, openTask, setPageSize, taskState } from './state.ts'
import { TaskDialog } from './task-dialog.tsx'
import { TaskTable } from './task-table.tsx'
import { TasksTab } from './tasks-tab.tsx'

const colleague = 31
const permissions = ['90-a', '90-b', '90-c', '90-d', '200-a', '50-a', '50-d']
let server: SyncDouble
let me = 8_600
/** What the server was asked for, newest last. */
let asked: URLSearchParams[]
let elsewhere: Row[]

beforeAll(async () => {
  await speakEnglish('ui', 'crud', 'task', 'user', 'customer', 'problems', 'keys', 'shell')
  // jsdom lays nothing out; a list of choices needs to believe that it has a height.
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(320)
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(32)
})
beforeEach(async () => {
  server = syncDouble()
  me += 1
  asked = []
  elsewhere = []
  server.state.groups = { hash: 'h1', names: ['lists', `task:own:${me}`] }
  server.state.routes['GET /preferences'] = () => ({ preferences: {} })
  server.state.routes['GET /task'] = request => {
    const search = new URL(request.url).searchParams
    if (!search.has('total')) asked.push(search)
    const rows = search.get('filter[stage]') === 'done' ? [] : elsewhere
    return { rows, next: null, total: rows.length }
  }
  await begin({ userId: me, permissions })
  beginFor(me)
  act(() => closeTask())
})

const fieldsOf = (title: string, more: object = {}) => ({
  title,
  assignedTo: me,
  assignedBy: colleague,
  priority: 'normal',
  stage: 'open',
  dueAt: null,
  taskRemarks: [],
  passedAt: null,
  passedBy: null,
  endedAt: null,
  endedBy: null,
  ...more,
})

async function planted(...ops: Partial<OutboxOp>[]) {
  const db = await openUserDb(me, register)
  await db.outbox.bulkPut(ops.map(op => waitingOp({ op: 'task.change', userId: me, at: 1, ...op })))
  db.close()
}
function open(element = <TaskTable />) {
  const page = (
    <>
      <Outlet />
      <TaskDialog />
    </>
  )
  const children = [
    { path: '/', element },
    { path: '/outbox', element: <h1>Here is what waits</h1> },
  ]
  return showAtWork(me, createMemoryRouter([{ element: page, children }]))
}
const row = (title: string) => screen.findByRole('row', { name: new RegExp(title) })

test('a task that waits, was not accepted, or met somebody else’s change is marked, and its dialog leads to what can be done', async () => {
  server.write('task', 1, fieldsOf('Call back'))
  server.write('task', 2, fieldsOf('Send the papers'))
  server.write('task', 3, fieldsOf('Order the parts'))
  const hand = open()
  await row('Call back')
  const problem = { code: 'changed_meanwhile', message: '', at: 1, asks: ['title'] }
  await planted(
    { id: 1, lane: 'task:1', args: { title: 'Call' }, state: 'conflict', problem },
    { id: 2, lane: 'task:2', args: { priority: 'high' }, nextAt: Date.now() + 100_000 },
    { id: 3, lane: 'task:3', args: { priority: 'high' }, state: 'rejected' },
  )
  expect(await within(await row('Call back')).findByText('Needs your decision')).toBeTruthy()
  expect(await within(await row('Send the papers')).findByText('Waiting')).toBeTruthy()
  expect(await within(await row('Order the parts')).findByText('Not accepted')).toBeTruthy()
  await hand.click(screen.getByRole('button', { name: 'Call back' }))
  await hand.click(await screen.findByRole('link', { name: 'Needs your decision' }))
  expect(await screen.findByText('Here is what waits')).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a task that is not on this device is not called gone where nobody could be asked', async () => {
  open()
  await screen.findByText('Nothing to do')
  await connect(server, false)
  act(() => openTask(77))
  expect(await screen.findByText('Task could not be loaded')).toBeTruthy()
  expect(screen.getByText('It is not on this device, and the server cannot be reached.')).toBeTruthy()
  expect(screen.queryByText(/not there any more/)).toBeNull()
})

test('is narrowed by who has it and by who gave it, and says by what when the filter is folded away', async () => {
  server.state.routes['GET /user/pick'] = () => ({ rows: [{ id: colleague, title: 'Asha Rao' }] })
  const hand = open()
  await screen.findByText('Nothing to do')
  // The first load is through: nothing that it brings moves what is about to be chosen.
  await waitFor(() => expect(server.state.requests).toContain('GET /sync/pull'))
  await hand.click(screen.getByRole('button', { name: 'Search and filter' }))
  const choose = async (label: string) => {
    await hand.click(screen.getByRole('combobox', { name: label }))
    await screen.findByRole('option', { name: 'Asha Rao' })
    // An answer that comes in the moment of the press draws the options anew, and the press is repeated. The next list must not
    // be taken for this one.
    await waitFor(async () => {
      for (const option of screen.queryAllByRole('option', { name: 'Asha Rao' })) await hand.click(option)
      expect(screen.queryByRole('option')).toBeNull()
    })
  }
  elsewhere = [{ ...server.write('task', 9, fieldsOf('Of Asha')), assignedTo: colleague }]
  await choose('Assigned to')
  // The person's own tasks are asked for too, for the bell, in their own time.
  const last = () => asked.findLast(query => query.get('filter[assignedTo]') === String(colleague))
  await waitFor(() => expect(last()).toBeDefined())
  expect(await row('Of Asha')).toBeTruthy()
  await choose('Assigned by')
  await waitFor(() => expect(last()!.get('filter[assignedBy]')).toBe(String(colleague)))
  await hand.click(screen.getByRole('checkbox', { name: 'Done' }))
  await waitFor(() => expect(last()!.get('filter[stage]')).toBe('done'))
  await waitFor(() => expect(screen.queryByText('Of Asha')).toBeNull())

  await hand.click(screen.getByRole('button', { name: 'Search and filter' }))
  expect(screen.queryByRole('checkbox', { name: 'Done' })).toBeNull()
  for (const name of ['Assigned to', 'Assigned by'])
    expect(screen.getByRole('button', { name: `Remove ${name}` })).toBeTruthy()
  await hand.click(screen.getByRole('button', { name: 'Remove Done' }))
  // That question was answered before.
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Remove Done' })).toBeNull())
  expect(await row('Of Asha')).toBeTruthy()
})

test('a new task is about the record of the page, but not about one that was put away', async () => {
  server.write('customer', 5, { name: 'Mr Sen' })
  server.state.routes['GET /customer/5'] = () => server.rows.get(5)!.row
  function Page() {
    const { row } = useRecord(customer, 5)
    if (!row) return null
    return (
      <>
        <p>{row.archivedAt ? (row.mergedInto ? 'Merged' : 'Away') : 'Here'}</p>
        <AddTask about={{ id: 5, module: customer }} />
        <TasksTab module={customer} record={row} field="customer" />
      </>
    )
  }
  const hand = open(<Page />)
  const stands = async (fields: object, as: string) => {
    server.write('customer', 5, { ...fields })
    window.dispatchEvent(new Event('focus'))
    await screen.findByText(as)
    return screen.getAllByRole('button', { name: 'Add Task' })
  }
  const begins = async (button: HTMLElement) => {
    await hand.click(button)
    const dialog = within(await screen.findByRole('dialog', { name: 'New task' }))
    const isAbout = dialog.queryByRole('button', { name: 'Remove Customer' }) !== null
    act(() => closeTask())
    return isAbout
  }
  for (const button of await stands({}, 'Here')) expect(await begins(button)).toBe(true)
  const archivedAt = '2026-11-01T00:00:00.000Z'
  const [inBar, inTab] = await stands({ archivedAt }, 'Away')
  expect(await begins(inBar!)).toBe(false)
  expect(inTab).toBeUndefined()
  // The server puts the other one in its place.
  for (const button of await stands({ archivedAt, mergedInto: 6 }, 'Merged')) expect(await begins(button)).toBe(true)
})

test('the tab of a record takes in at once what a colleague adds', async () => {
  const record = server.write('customer', 5, { name: 'Mr Sen' })
  open(<TasksTab module={customer} record={record} field="customer" />)
  expect(await screen.findByText('No tasks here yet')).toBeTruthy()
  elsewhere = [server.write('task', 12, fieldsOf('Brand new', { customer: 5 }))]
  act(() => spread(me, { changes: [{ t: 'task', id: 12, v: 1 }], many: [] }))
  expect(await row('Brand new')).toBeTruthy()
})

test('where nobody can be asked, no task here is not called no task; what is here stands below a word that there may be more', async () => {
  const record = server.write('customer', 6, { name: 'Mrs Das' })
  await connect(server, false)
  open(
    <>
      <TaskTable />
      <TasksTab module={customer} record={record} field="customer" />
    </>,
  )
  await waitFor(() => expect(screen.getAllByText('No such task is on this device')).toHaveLength(2))
  expect(screen.queryByText('Nothing to do')).toBeNull()
  expect(screen.queryByText('No tasks here yet')).toBeNull()
  expect(screen.queryByText(/Shown is what this device knows/)).toBeNull()
  const fields = fieldsOf('Kept all the same', { customer: 6 })
  await planted({ id: -3, lane: 'task:-3', op: 'task.create', args: fields })
  await waitFor(() => expect(screen.getAllByText('Kept all the same')).toHaveLength(2))
  expect(screen.getAllByText(/Shown is what this device knows/)).toHaveLength(2)
})

test('who may list tasks and wants to be told nothing of them has no bell; who wants to has one', async () => {
  const bell = () => screen.queryByRole('button', { name: /^Notifications/ })
  open(
    <>
      <Bell />
      <TaskTable />
    </>,
  )
  await screen.findByText('Nothing to do')
  expect(bell()).toBeNull()
  act(() => keepSession('token', { ...session().user!, notification_permission: ['tasks'] }))
  await waitFor(() => expect(bell()).not.toBeNull())
})

test('the bell tells what the server knows to have happened, and not what a step that waits makes of it', async () => {
  const at = new Date().toISOString()
  const done = { assignedTo: colleague, assignedBy: me, stage: 'done', endedAt: at, endedBy: colleague, updatedAt: at }
  server.write('task', 1, fieldsOf('Call back', { ...done, passedAt: at, passedBy: me, updatedBy: colleague }))
  act(() => keepSession('token', { ...session().user!, notification_permission: ['tasks'] }))
  const hand = open(
    <>
      <Bell />
      <TaskTable />
    </>,
  )
  await screen.findByRole('button', { name: 'Notifications, 1 unread' })
  await connect(server, false)
  act(() => openTask(1))
  await hand.click(await screen.findByRole('button', { name: 'Reopen' }))
  expect(await screen.findByRole('button', { name: 'Cancel task' })).toBeTruthy()
  await hand.click(screen.getByRole('button', { name: 'Close' }))
  await hand.click(await screen.findByRole('button', { name: 'Notifications, 1 unread' }))
  expect(await screen.findByText('Somebody finished a task')).toBeTruthy()
  expect(screen.queryByText(/cancelled a task/)).toBeNull()
})

test('who has each of them is said of all tasks, and who gave it where they are one person’s', async () => {
  const hand = open()
  await screen.findByText('Nothing to do')
  const heads = () => screen.getAllByRole('columnheader').map(head => head.textContent)
  elsewhere = [server.write('task', 9, fieldsOf('Of Asha', { assignedTo: colleague, assignedBy: me }))]
  await hand.click(screen.getByRole('button', { name: 'All tasks' }))
  await row('Of Asha')
  expect(heads().at(-1)).toBe('To')
  server.write('task', 10, fieldsOf('Of mine'))
  globalThis.dispatchEvent(new Event('online'))
  await hand.click(screen.getAllByRole('radio', { name: 'Assigned to me' })[0]!)
  await row('Of mine')
  expect(heads().at(-1)).toBe('From')
})

test('who may list tasks and not look into them opens those that the device keeps; the others are plain text', async () => {
  await begin({ userId: me, permissions: ['90-a'] })
  server.write('task', 1, fieldsOf('Of mine', { stage: 'inProgress' }))
  elsewhere = [server.rows.get(1)!.row, { ...server.write('task', 2, fieldsOf('Of Asha')), assignedTo: colleague }]
  server.remove(2)
  const hand = open()
  await row('Of mine')
  await hand.click(screen.getByRole('button', { name: 'All tasks' }))
  expect(within(await row('Of Asha')).queryByRole('button')).toBeNull()
  await hand.click(await screen.findByRole('button', { name: 'Of mine' }))
  // Where it stands is said to whoever may not move it, too.
  expect(await within(await screen.findByRole('dialog')).findByText('In progress')).toBeTruthy()
})

/** Of 60 tasks the first 50; what comes after them is answered by `more`. */
function serveInPages(more: (rest: Row[]) => unknown) {
  const all = Array.from({ length: 60 }, (_, n) => ({
    ...server.write('task', 100 + n, fieldsOf(`Of Asha ${n + 1}.`, { customer: 8 })),
    assignedTo: colleague,
  }))
  for (const { id } of all) server.remove(id)
  let asked = 0
  server.state.routes['GET /task'] = request => {
    const search = new URL(request.url).searchParams
    if (search.get('filter[stage]')?.startsWith('done')) return { rows: [], next: null, total: 0 }
    if (search.has('total')) return { rows: [], next: null, total: all.length }
    if (!search.has('after')) return { rows: all.slice(0, 50), next: 'p2' }
    asked += 1
    return more(all.slice(50))
  }
  return { asked: () => asked }
}
const broken = () =>
  Response.json({ code: 'broken', message: 'Something broke here.', requestId: 'r' }, { status: 500 })

test('a page that the server cannot give is said to have failed, and asked for again when somebody wants it', async () => {
  let more: (rest: Row[]) => unknown = broken
  const pages = serveInPages(rest => more(rest))
  const hand = open()
  await hand.click(await screen.findByRole('button', { name: 'All tasks' }))
  act(() => setPageSize(50))
  await screen.findByText('Of Asha 1.')
  await hand.click(screen.getByRole('button', { name: 'Next page' }))
  expect(await screen.findByText('Something broke here.')).toBeTruthy()
  // Whatever was asked for would have been by then.
  await act(() => new Promise(resolve => setTimeout(resolve, 200)))
  expect(pages.asked()).toBe(1)
  more = rest => ({ rows: rest, next: null })
  await hand.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Of Asha 60.')).toBeTruthy()
  expect(screen.queryByText('Something broke here.')).toBeNull()
})

test('the tab of a record says why more of its tasks did not come, and asks for them again', async () => {
  const record = server.write('customer', 8, { name: 'Mr Iyer' })
  let more: (rest: Row[]) => unknown = broken
  serveInPages(rest => more(rest))
  const hand = open(<TasksTab module={customer} record={record} field="customer" />)
  await screen.findByText('Of Asha 1.')
  await hand.click(screen.getByRole('button', { name: 'Load more' }))
  expect(await screen.findByText('Something broke here.')).toBeTruthy()
  expect(screen.getByText('Of Asha 1.')).toBeTruthy()
  more = rest => ({ rows: rest, next: null })
  await hand.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Of Asha 60.')).toBeTruthy()
})

test('the tab of a record shows what is open, and what is finished when it is asked for', async () => {
  const record = server.write('customer', 7, { name: 'Mr Rao' })
  const about = { customer: 7, assignedTo: colleague }
  const done = server.write(
    'task',
    21,
    fieldsOf('Long done', { ...about, stage: 'done', dueAt: '2025-01-01T00:00:00Z' }),
  )
  const toDo = server.write('task', 22, fieldsOf('To do', about))
  server.state.routes['GET /task'] = request => {
    const wanted = new URL(request.url).searchParams.get('filter[stage]')!.split(',')
    const rows = [done, toDo].filter(({ stage }) => wanted.includes(stage!))
    return { rows, next: null, total: rows.length }
  }
  const hand = open(<TasksTab module={customer} record={record} field="customer" />)
  expect(await row('To do')).toBeTruthy()
  expect(screen.queryByText('Long done')).toBeNull()
  const show = await screen.findByRole('button', { name: 'Show finished (1)' })
  expect(show.getAttribute('aria-expanded')).toBe('false')
  await hand.click(show)
  expect(within(screen.getByRole('table', { name: 'Finished tasks' })).getByText('Long done')).toBeTruthy()
})

test('an empty view says what it means that it is empty; what no view says is left out is said', async () => {
  const hand = open()
  await screen.findByText('Nothing to do')
  expect(screen.queryByText('Status')).toBeNull()
  await hand.click(screen.getAllByRole('radio', { name: 'Overdue' })[0]!)
  expect(await screen.findByText('Nothing is overdue')).toBeTruthy()
  await hand.click(screen.getAllByRole('radio', { name: 'By me' })[0]!)
  expect(await screen.findByText('Nothing that you gave away is still to do')).toBeTruthy()
  expect(screen.queryByText('Nothing to do')).toBeNull()
  await hand.click(screen.getByRole('button', { name: 'All tasks' }))
  expect(await screen.findByText('There are no open tasks')).toBeTruthy()
  expect(screen.getByText('Open and In progress')).toBeTruthy()
  await hand.click(screen.getByRole('button', { name: 'Search and filter' }))
  expect(screen.getByText('With none ticked: Open and In progress')).toBeTruthy()
  await hand.click(screen.getByRole('checkbox', { name: 'Done' }))
  expect(screen.queryByText(/^With none ticked/)).toBeNull()
})

test('cards, which have no heads, are selected all at once and sorted above them', async () => {
  server.write('task', 1, fieldsOf('Call back', { dueAt: '2026-01-02T00:00:00Z' }))
  server.write('task', 2, fieldsOf('Answer', { dueAt: '2026-01-03T00:00:00Z' }))
  const hand = open()
  await row('Call back')
  const titles = () => screen.getAllByRole('button', { name: /^(Call back|Answer)$/ }).map(one => one.textContent)
  expect(titles()).toEqual(['Call back', 'Answer'])
  await hand.click(screen.getByRole('button', { name: 'Sort tasks, Due first' }))
  await hand.click(await screen.findByRole('option', { name: 'Name A–Z' }))
  await waitFor(() => expect(titles()).toEqual(['Answer', 'Call back']))
  await hand.click(screen.getByRole('checkbox', { name: 'Select all' }))
  expect(screen.getByText('2 tasks selected')).toBeTruthy()
})

test('a range of rows is selected, or let go of, where Shift is held at its other end', async () => {
  const titles = ['One', 'Two', 'Three', 'Four']
  for (const [n, title] of titles.entries())
    server.write('task', n + 1, fieldsOf(title, { dueAt: `2026-01-0${n + 1}T00:00:00Z` }))
  const hand = open()
  await row('One')
  const press = (title: string) => hand.click(screen.getByRole('checkbox', { name: `Select ${title}` }))
  const selected = () =>
    titles.filter(title => screen.getByRole<HTMLInputElement>('checkbox', { name: `Select ${title}` }).checked)
  await press('Four')
  await hand.keyboard('{Shift>}')
  await press('Two')
  expect(selected()).toEqual(['Two', 'Three', 'Four'])
  await press('Three')
  expect(selected()).toEqual(['Four'])
  await hand.keyboard('{/Shift}')
  await press('One')
  expect(selected()).toEqual(['One', 'Four'])
})

test('the keys of a list select rows: the blank one, Shift and the arrows from row to row, Ctrl and A all, Escape none', async () => {
  const titles = ['One', 'Two', 'Three', 'Four']
  for (const [n, title] of titles.entries())
    server.write('task', n + 1, fieldsOf(title, { dueAt: `2026-01-0${n + 1}T00:00:00Z` }))
  const hand = open()
  await row('Four')
  const box = (title: string) => screen.getByRole<HTMLInputElement>('checkbox', { name: `Select ${title}` })
  const selected = () => titles.filter(title => box(title).checked)
  const at = () => document.activeElement?.textContent
  act(() => screen.getByRole('button', { name: 'One' }).focus())
  await hand.keyboard('{ArrowDown} ')
  expect([at(), selected()]).toEqual(['Two', ['Two']])
  await hand.keyboard(' ')
  expect(selected()).toEqual([])
  // It begins where the keyboard is, and what was passed stays selected on the way back.
  await hand.keyboard('{ArrowDown}{Shift>}{ArrowUp}{ArrowUp}{ArrowDown}{/Shift}')
  expect([at(), selected()]).toEqual(['Two', ['One', 'Two', 'Three']])
  await hand.keyboard('{ArrowDown}')
  expect([at(), selected()]).toEqual(['Three', ['One', 'Two', 'Three']])
  await hand.keyboard('{Control>}a{/Control}')
  expect(selected()).toEqual(titles)
  expect(screen.getByText('4 tasks selected')).toBeTruthy()
  await hand.keyboard('{Escape}')
  expect([at(), selected()]).toEqual(['Three', []])
  // A box is pressed by it, as everywhere.
  act(() => box('Four').focus())
  await hand.keyboard(' ')
  expect(selected()).toEqual(['Four'])
  await hand.keyboard('{Escape}')
  expect(selected()).toEqual([])
  expect(screen.queryByRole('dialog')).toBeNull()
  act(() => screen.getByRole('button', { name: 'Two' }).focus())
  await hand.keyboard('{Enter}')
  expect(await screen.findByRole('dialog')).toBeTruthy()
})

test('where no row is selected, because this person may not edit tasks, the keys select none', async () => {
  await begin({ userId: me, permissions: permissions.filter(one => one !== '90-c') })
  server.write('task', 1, fieldsOf('One', { dueAt: '2026-01-01T00:00:00Z' }))
  server.write('task', 2, fieldsOf('Two', { dueAt: '2026-01-02T00:00:00Z' }))
  const hand = open()
  await row('Two')
  act(() => screen.getByRole('button', { name: 'One' }).focus())
  await hand.keyboard('{Control>}a{/Control}{Shift>}{ArrowDown}{/Shift}')
  expect(document.activeElement?.textContent).toBe('Two')
  expect(taskState().selectedTasks).toEqual([])
})

test('the keyboard goes on at the next row where its own has left, and at the heading where there is none', async () => {
  server.write('task', 1, fieldsOf('Call back', { dueAt: '2026-01-02T00:00:00Z' }))
  server.write('task', 2, fieldsOf('Answer', { dueAt: '2026-01-03T00:00:00Z' }))
  server.write('task', 3, fieldsOf('Send', { dueAt: '2026-01-04T00:00:00Z' }))
  const hand = open()
  const done = (id: number) => {
    server.write('task', id, { stage: 'done' })
    globalThis.dispatchEvent(new Event('online'))
  }
  const opened = async (name: string) => {
    await hand.click(await screen.findByRole('button', { name }))
    return screen.findByRole('dialog')
  }
  const closed = async () => {
    await hand.click(screen.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  }
  // Elsewhere before: the dialog alone would go back there.
  await row('Send')
  await hand.click(screen.getByRole('button', { name: 'Search and filter' }))
  // What opened the dialog has left.
  await opened('Answer')
  done(2)
  await waitFor(() => expect(screen.queryByText('Answer', { selector: 'tbody *' })).toBeNull())
  await closed()
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Send'))
  // It leaves under the keyboard.
  await opened('Send')
  await closed()
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Send'))
  done(3)
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Call back'))
  await opened('Call back')
  done(1)
  await screen.findByText('Nothing to do')
  await closed()
  await waitFor(() => expect(document.activeElement?.textContent).toMatch(/^My tasks/))
})
