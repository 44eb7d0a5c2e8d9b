import { act, screen } from '@testing-library/react'
import { createMemoryRouter } from 'react-router-dom'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { dismissToast, shownToasts } from '#src/ui/toast.ts'
import { begin, showAtWork, speakEnglish } from '../../../../tests/support/at-work.tsx'
import { syncDouble } from '../../../../tests/support/sync-double.ts'
import { beginFor, openTask } from './state.ts'
import { TaskDialog } from './task-dialog.tsx'

let me = 24_500

beforeAll(() => speakEnglish('task', 'crud', 'ui', 'user', 'problems', 'keys', 'shell'))
beforeEach(async () => {
  for (const { id } of shownToasts()) dismissToast(id)
  me += 1
  await begin({ userId: me, permissions: ['90-a', '90-b', '90-c', '90-d'] })
  beginFor(me)
})

const openAt = async (stage: string) => {
  const server = syncDouble()
  server.state.groups = { hash: 'h1', names: ['lists', `task:own:${me}`] }
  server.write('task', 1, {
    title: 'Call back',
    assignedTo: me,
    assignedBy: me,
    priority: 'normal',
    stage,
    dueAt: null,
    taskRemarks: [],
    passedAt: null,
    passedBy: null,
    endedAt: stage === 'done' ? '2026-06-30T10:00:00.000Z' : null,
    endedBy: stage === 'done' ? me : null,
  })
  const hand = showAtWork(me, createMemoryRouter([{ path: '/', element: <TaskDialog /> }]))
  act(() => openTask(1))
  return { server, hand }
}

test.each([
  ['done', 'Reopen', 'open', 'Task is open again'],
  ['open', 'Start', 'inProgress', 'Task started'],
])('a task that was %s and is moved by “%s” says what was done', async (stage, press, to, said) => {
  const { server, hand } = await openAt(stage)
  server.state.writes = () => ({ stage: to })
  await hand.click(await screen.findByRole('button', { name: press }))
  expect(await screen.findByText(said)).toBeTruthy()
})

test('a task that is done is begun again where its undo is pressed, if it had been begun', async () => {
  const { server, hand } = await openAt('inProgress')
  const stages: Record<string, string> = { finish: 'done', reopen: 'open', start: 'inProgress' }
  const made: string[] = []
  server.state.writes = op => {
    const move = (op as unknown as { op: string }).op.split('.')[1]!
    made.push(move)
    return { stage: stages[move], updatedBy: me, endedBy: move === 'finish' ? me : null }
  }
  await hand.click(await screen.findByRole('button', { name: 'Done' }))
  await screen.findByText('Task done')
  act(() => shownToasts().at(-1)!.undo!())
  await screen.findByText('Put back as it was')
  expect(made).toEqual(['finish', 'reopen', 'start'])
})
