import { act, screen, waitFor, within } from '@testing-library/react'
import { createMemoryRouter, Outlet } from 'react-router-dom'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Intent } from '#contract/intent.ts'
import { register } from '#contract/register.ts'
import { changeSession } from '#src/offline/device.ts'
import { openUserDb } from '#src/offline/user-db.ts'
import { startActor } from '#src/session/actor.ts'
import { everythingIsKept, somethingIsOpen } from '#src/session/dirty.ts'
import { dismissToast, shownToasts } from '#src/ui/toast.ts'
import { begin, connect, showAtWork, speakEnglish } from '../../../../tests/support/at-work.tsx'
import { holdAnswers } from '../../../../tests/support/hold-answers.ts'
import { waitingOp } from '../../../../tests/support/outbox.ts'
import { syncDouble, type SyncDouble } from '../../../../tests/support/sync-double.ts'
import { beginFor, closeTask, openTask } from './state.ts'
import { TaskDialog } from './task-dialog.tsx'
import { TaskTable } from './task-table.tsx'

const broken = vi.hoisted(() => ({ push: false }))
vi.mock('#src/offline/push.ts', async original => {
  const real = await original<typeof import('#src/offline/push.ts')>()
  return {
    ...real,
    // As where the piece of the app that sends does not come.
    sendWish: (...args: Parameters<typeof real.sendWish>) => {
      if (broken.push) throw new TypeError('Failed to fetch dynamically imported module')
      return real.sendWish(...args)
    },
  }
})

const [colleague, ravi] = [31, 32]
const permissions = ['90-a', '90-b', '90-c', '90-d', '200-a', '50-a', '60-a']
let server: SyncDouble
let me = 9_300

beforeAll(async () => {
  await speakEnglish('ui', 'crud', 'task', 'user', 'customer', 'problems', 'keys', 'shell')
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(320)
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(32)
})
beforeEach(async () => {
  for (const { id } of shownToasts()) dismissToast(id)
  broken.push = false
  server = syncDouble()
  me += 1
  server.state.writes = written(() => me)
  server.state.groups = { hash: 'h1', names: ['lists', 'user', `task:own:${me}`] }
  server.state.routes['GET /preferences'] = () => ({ preferences: {} })
  server.state.routes['GET /task'] = () => ({ rows: [], next: null, total: 0 })
  await begin({ userId: me, permissions })
  beginFor(me)
  act(() => closeTask())
  server.write('user', colleague, { name: 'Asha Rao', stage: 'active' })
  server.write('user', ravi, { name: 'Ravi Kumar', stage: 'active' })
})

const leads: Record<string, object> = {
  'task.finish': { stage: 'done' },
  'task.reopen': { stage: 'open', endedBy: null },
  'task.start': { stage: 'inProgress' },
}
/** A step leads to its stage and says who took it. */
const written = (by: (id: number) => number) => (op: { id: number; args: object }) => {
  const { op: name } = op as Intent
  return { updatedBy: by(op.id), ...(name === 'task.finish' && { endedBy: by(op.id) }), ...leads[name] }
}

const plant = (id: number, title: string, more: object = {}) =>
  server.write('task', id, {
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
const titles = ['Call back', 'Send the papers', 'Order the parts', 'Count the shelf', 'Ring the courier']

function places() {
  const page = (
    <>
      <Outlet />
      <TaskDialog />
    </>
  )
  const children = [
    { path: '/', element: <TaskTable /> },
    { path: '/elsewhere', element: <h1>Elsewhere</h1> },
    { path: '/outbox', element: <h1>What waits</h1> },
  ]
  return createMemoryRouter([{ element: page, children }])
}
const open = (router = places()) => showAtWork(me, router)
type Hand = ReturnType<typeof open>
/** The steps that the server was asked for. */
const steps = (name: string) =>
  server.state.pushes.flatMap(({ ops }) => ops.flatMap(op => ('op' in op && op.op === `task.${name}` ? [op.id] : [])))
const select = async (hand: Hand, ...wanted: string[]) => {
  for (const title of wanted) await hand.click(await screen.findByRole('checkbox', { name: `Select ${title}` }))
}
const bar = () => within(screen.getByRole('region', { name: 'Selected tasks' }))
const press = (hand: Hand, name: string) => hand.click(bar().getByRole('button', { name }))
/** A colleague writes it, and this device hears of it. */
const changeElsewhere = (id: number, fields: object) => {
  server.write('task', id, fields as Record<string, unknown>)
  window.dispatchEvent(new Event('focus'))
}
async function choose(hand: Hand, name: string) {
  await hand.click(screen.getByRole('combobox', { name: 'Assigned to' }))
  await hand.click(await screen.findByRole('option', { name }))
}
/** Only what they have themselves and gave away is theirs to see. */
async function limitToOwn() {
  await changeSession(kept => ({ ...kept, actor: { ...kept.actor, scopes: { task: 'own' } } as typeof kept.actor }))
  await startActor()
}
/** The dialog of a task, once the task is there. */
async function opened(id: number) {
  act(() => openTask(id))
  await screen.findByRole('textbox', { name: 'Task' })
  return within(screen.getByRole('dialog'))
}
const inTable = (title: string) => screen.queryByRole('row', { name: new RegExp(title) })

test('the question whom tasks are given to stays while they leave the table, says which did, and never comes back by itself', async () => {
  plant(1, titles[0]!)
  plant(2, titles[1]!)
  plant(3, titles[2]!)
  const hand = open()
  await select(hand, titles[0]!, titles[1]!)
  await press(hand, 'Reassign')
  const dialog = () => within(screen.getByRole('dialog'))
  expect(screen.getByRole('dialog', { name: 'Give 2 tasks to' })).toBeTruthy()
  await choose(hand, 'Ravi Kumar')
  changeElsewhere(1, { stage: 'done' })
  expect(await dialog().findByText('“Call back” has left the table meanwhile and stays as it is.')).toBeTruthy()
  expect(screen.getByRole('dialog', { name: 'Give 1 task to' })).toBeTruthy()
  changeElsewhere(2, { stage: 'done' })
  expect(await dialog().findByText(/^“Call back” and “Send the papers” have left/)).toBeTruthy()
  expect(dialog().getByRole('combobox', { name: 'Assigned to' })).toHaveProperty('value', 'Ravi Kumar')
  expect(dialog().getByRole('button', { name: 'Reassign' })).toHaveProperty('disabled', true)
  await hand.click(dialog().getByRole('button', { name: 'Cancel' }))
  await select(hand, titles[2]!)
  expect(screen.queryByRole('dialog')).toBeNull()
  await press(hand, 'Reassign')
  expect(dialog().getByRole('combobox', { name: 'Assigned to' })).toHaveProperty('value', '')
})

test('giving tasks away without saying to whom is answered beside the field, and gives nothing away', async () => {
  plant(1, titles[0]!)
  const hand = open()
  await select(hand, titles[0]!)
  await press(hand, 'Reassign')
  await hand.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Reassign' }))
  expect(await screen.findByRole('combobox', { name: 'Assigned to', description: 'Assigned to is needed.' })).toBe(
    document.activeElement,
  )
  expect(server.state.pushes).toEqual([])
})

test('what is done with many tasks can be undone: done ones are opened as they stood, passed on ones given back', async () => {
  plant(1, titles[0]!)
  plant(2, titles[1]!, { stage: 'inProgress' })
  const hand = open()
  await select(hand, titles[0]!, titles[1]!)
  await press(hand, 'Done')
  await screen.findByText('2 tasks done')
  await hand.click(screen.getByRole('button', { name: /^Undo/ }))
  await screen.findByText('Put back as it was')
  expect(server.state.pushes.flatMap(({ ops }) => ops.map(op => 'op' in op && `${op.op} ${op.id}`))).toEqual([
    'task.finish 1',
    'task.finish 2',
    'task.reopen 2',
    'task.start 2',
    'task.reopen 1',
  ])
  // Whoever has taken one of them on since is not undone with it.
  expect(server.state.pushes.flatMap(({ ops }) => ops.map(op => 'op' in op && op.base?.fields))).toEqual([
    {},
    {},
    { stage: 'done', endedBy: me },
    { stage: 'open' },
    { stage: 'done', endedBy: me },
  ])
  await select(hand, titles[0]!)
  await press(hand, 'Reassign')
  await choose(hand, 'Ravi Kumar')
  await hand.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Reassign' }))
  await screen.findByText('1 task passed on')
  expect(server.rows.get(1)?.row.assignedTo).toBe(ravi)
  await hand.click(screen.getAllByRole('button', { name: /^Undo/ }).at(-1)!)
  await waitFor(() => expect(server.rows.get(1)?.row.assignedTo).toBe(me))
})

test('what somebody else had done before is not undone with one’s own', async () => {
  plant(1, titles[0]!)
  plant(2, titles[1]!)
  const hand = open()
  await select(hand, titles[0]!, titles[1]!)
  server.state.writes = written(id => (id === 1 ? colleague : me))
  await press(hand, 'Done')
  await screen.findByText('2 tasks done')
  await hand.click(screen.getByRole('button', { name: /^Undo/ }))
  await waitFor(() => expect(steps('reopen')).toEqual([2]))
})

test('what somebody else had passed on to the same person is not given back', async () => {
  plant(1, titles[0]!)
  const hand = open()
  await select(hand, titles[0]!)
  server.state.writes = () => ({ updatedBy: colleague })
  await press(hand, 'Reassign')
  await choose(hand, 'Ravi Kumar')
  await hand.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Reassign' }))
  await screen.findByText('1 task passed on')
  expect(screen.queryByRole('button', { name: /^Undo/ })).toBeNull()
})

test('where one waits behind something that was not accepted, that is said, with the way to decide', async () => {
  plant(1, titles[0]!)
  plant(2, titles[1]!)
  const db = await openUserDb(me, register)
  const stands = { op: 'task.change', userId: me, id: 1, lane: 'task:1', args: { priority: 'high' }, at: 1 }
  await db.outbox.bulkPut([waitingOp({ ...stands, state: 'conflict', sentOnce: true })])
  db.close()
  const router = places()
  const hand = open(router)
  await screen.findByText('Needs your decision')
  await select(hand, titles[0]!, titles[1]!)
  await press(hand, 'Done')
  expect(await screen.findByText(/^Saved on this device\. It waits for something that was not accepted/)).toBeTruthy()
  await hand.click(screen.getByRole('button', { name: 'Open' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/outbox'))
})

test('what was refused is named with its reason and stays selected', async () => {
  for (const [at, title] of titles.entries()) plant(at + 1, title)
  server.state.refuses = () => true
  const hand = open()
  await select(hand, ...titles)
  await press(hand, 'Done')
  expect(await screen.findByText('5 tasks were not changed.')).toBeTruthy()
  const said = screen.getByRole('alert').textContent
  expect(said).toMatch(/“Call back”, “Send the papers”, “Order the parts” and 2 more: Not like this\./)
  expect(await bar().findByText('5 tasks selected')).toBeTruthy()
})

test('where the part of the app that sends does not come, it is said, and can be tried again', async () => {
  plant(1, titles[0]!)
  plant(2, titles[1]!)
  const hand = open()
  await select(hand, titles[0]!)
  broken.push = true
  await press(hand, 'Done')
  expect(await screen.findByText('1 task was not changed.')).toBeTruthy()
  broken.push = false
  await press(hand, 'Done')
  expect(await screen.findByText('1 task done')).toBeTruthy()

  broken.push = true
  const dialog = await opened(2)
  await hand.click(dialog.getByRole('button', { name: 'Done' }))
  expect(await dialog.findByRole('alert')).toBeTruthy()
  expect(dialog.getByRole('button', { name: 'Done' }).getAttribute('aria-busy')).toBeNull()
})

test('a task that has left the table comes back as one that nobody has selected', async () => {
  plant(1, titles[0]!)
  plant(2, titles[1]!)
  const router = places()
  const hand = open(router)
  const isTicked = async (title: string) =>
    (await screen.findByRole<HTMLInputElement>('checkbox', { name: `Select ${title}` })).checked
  await select(hand, titles[0]!, titles[1]!)
  changeElsewhere(1, { stage: 'done' })
  await waitFor(() => expect(inTable(titles[0]!)).toBeNull())
  changeElsewhere(1, { stage: 'open' })
  expect(await isTicked(titles[0]!)).toBe(false)
  expect(bar().getByText('1 task selected')).toBeTruthy()

  // As well where nobody looked.
  await act(() => router.navigate('/elsewhere'))
  changeElsewhere(1, { title: 'Called back' })
  changeElsewhere(2, { stage: 'done' })
  await act(() => router.navigate('/'))
  expect(await isTicked('Called back')).toBe(false)
  await waitFor(() => expect(inTable(titles[1]!)).toBeNull())
  changeElsewhere(2, { stage: 'open' })
  expect(await isTicked(titles[1]!)).toBe(false)
})

test('many are counted while they are done, and can be stopped: the others stay as they are, selected', async () => {
  for (const [at, title] of titles.entries()) plant(at + 1, title)
  const hand = open()
  await select(hand, ...titles)
  const answer = holdAnswers(server)
  await press(hand, 'Done')
  expect(await bar().findByText('0 of 5')).toBeTruthy()
  await press(hand, 'Stop')
  answer()
  expect(await screen.findByText('1 task done')).toBeTruthy()
  expect(await bar().findByText('4 tasks selected')).toBeTruthy()
})

test('many that are being done, and their undo, are not ended by an update, nor by a sign-out without a word', async () => {
  for (const [at, title] of titles.entries()) plant(at + 1, title)
  const router = places()
  const hand = open(router)
  await select(hand, ...titles)
  const answer = holdAnswers(server)
  await press(hand, 'Done')
  await bar().findByText('0 of 5')
  const isHeld = () => somethingIsOpen() && !everythingIsKept()
  expect(isHeld()).toBe(true)
  answer()
  await screen.findByText('5 tasks done')
  await waitFor(() => expect(somethingIsOpen()).toBe(false))
  const answerUndo = holdAnswers(server)
  await hand.click(screen.getByRole('button', { name: /^Undo/ }))
  await act(() => router.navigate('/elsewhere'))
  expect(isHeld()).toBe(true)
  answerUndo()
  await screen.findByText('Put back as it was')
  await waitFor(() => expect(somethingIsOpen()).toBe(false))
})

test('an undo runs to its end also where its person has left the page; what they began there is left where it stands', async () => {
  for (const [at, title] of titles.entries()) plant(at + 1, title)
  const router = places()
  const hand = open(router)
  const leave = async () => {
    await act(() => router.navigate('/elsewhere'))
    await screen.findByText('Elsewhere')
  }
  await select(hand, ...titles.slice(0, 3))
  await press(hand, 'Done')
  await screen.findByText('3 tasks done')
  const answerUndo = holdAnswers(server)
  await hand.click(screen.getByRole('button', { name: /^Undo/ }))
  await leave()
  answerUndo()
  expect(await screen.findByText('Put back as it was')).toBeTruthy()
  expect(steps('reopen')).toEqual([3, 2, 1])

  await act(() => router.navigate('/'))
  await select(hand, ...titles.slice(3))
  const answer = holdAnswers(server)
  await press(hand, 'Done')
  await leave()
  answer()
  expect(await screen.findByText('1 task done')).toBeTruthy()
  expect(steps('finish')).toEqual([1, 2, 3, 4])
})

test('what an undo could not take back is asked about wherever its person is by then', async () => {
  for (const [at, title] of titles.slice(0, 3).entries()) plant(at + 1, title)
  const router = places()
  const hand = open(router)
  await select(hand, ...titles.slice(0, 3))
  await press(hand, 'Done')
  await screen.findByText('3 tasks done')
  server.state.clashes = op => (op as unknown as { id: number }).id === 1
  await hand.click(screen.getByRole('button', { name: /^Undo/ }))
  await act(() => router.navigate('/elsewhere'))
  const question = within(await screen.findByRole('dialog', { name: '1 of 3 could not be put back' }))
  server.state.clashes = () => false
  await hand.click(question.getByRole('button', { name: 'Try again' }))
  await screen.findByText('Put back as it was')
  expect(steps('reopen')).toEqual([3, 2, 1, 1])
})

test('the keyboard goes on from the table’s heading when the rows have gone, and what is selected is read out from a part that was there', async () => {
  plant(1, titles[0]!)
  plant(2, titles[1]!)
  const hand = open()
  await waitFor(() => expect(inTable(titles[0]!)).toBeTruthy())
  const live = screen.getAllByRole('status').filter(one => one.textContent === '')
  await select(hand, titles[0]!)
  expect(live.map(one => one.textContent)).toContain('1 task selected')
  await press(hand, 'Done')
  await screen.findByText('1 task done')
  await waitFor(() => expect(document.activeElement?.textContent).toContain('My tasks'))
  await select(hand, titles[1]!)
  await press(hand, 'Clear selection')
  expect(document.activeElement?.textContent).toContain('My tasks')
})

test('who sees only their own tasks passes on what they gave away themselves, and is told why not the others', async () => {
  plant(1, titles[0]!)
  plant(2, titles[1]!, { assignedBy: me })
  await limitToOwn()
  const hand = open()
  await select(hand, titles[0]!)
  await connect(server, false)
  const button = () => bar().getByRole('button', { name: 'Reassign' })
  expect(button()).toHaveProperty('disabled', true)
  expect(bar().getByText('Only whoever gave you a task can pass it on.')).toBeTruthy()
  await select(hand, titles[1]!)
  expect(button()).toHaveProperty('disabled', false)
  await press(hand, 'Reassign')
  expect(screen.getByRole('dialog', { name: 'Give 1 task to' })).toBeTruthy()
  expect(screen.getByText(/“Call back” stays with you\./)).toBeTruthy()
  await choose(hand, 'Ravi Kumar')
  await hand.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Reassign' }))
  await waitFor(() => expect(inTable(titles[1]!)).toBeNull())
  expect(inTable(titles[0]!)).toBeTruthy()

  const dialog = await opened(1)
  await waitFor(() => expect(dialog.getByRole('combobox', { name: 'Assigned to' })).toHaveProperty('disabled', true))
  expect(dialog.getByText('Only whoever gave you a task can pass it on.')).toBeTruthy()
})
