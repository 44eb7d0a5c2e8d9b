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

test.each([
  ['done', 'Reopen', 'open', 'Task is open again'],
  ['open', 'Start', 'inProgress', 'Call back is now “In progress”'],
])('a task that was %s and is moved by “%s” says where it is now', async (stage, press, to, said) => {
  const server = syncDouble()
  server.state.writes = () => ({ stage: to })
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
  await hand.click(await screen.findByRole('button', { name: press }))
  expect(await screen.findByText(said)).toBeTruthy()
})
