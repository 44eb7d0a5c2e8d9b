import { screen, waitFor } from '@testing-library/react'
import { createMemoryRouter } from 'react-router-dom'
import { beforeAll, expect, test } from 'vitest'
import { keepSession, session } from '#src/session/store.ts'
import { begin, showAtWork, speakEnglish } from '../../../../tests/support/at-work.tsx'
import { syncDouble } from '../../../../tests/support/sync-double.ts'
import { Bell } from './bell.tsx'
import { beginFor } from './state.ts'
import { TaskTable } from './task-table.tsx'

const [me, colleague] = [8_950, 31]

beforeAll(() => speakEnglish('ui', 'crud', 'task', 'user', 'problems', 'keys', 'shell'))

test('the bell calls nothing unread on a new device before it knows what was read', async () => {
  const server = syncDouble()
  server.state.groups = { hash: 'h1', names: ['lists', `task:own:${me}`] }
  const at = new Date().toISOString()
  const given = { assignedTo: me, assignedBy: colleague, passedAt: at, passedBy: colleague, taskRemarks: [] }
  const places = { inquiry: null, order: null, maintenance: null, orderReturn: null, buyback: null, customer: null }
  const rest = {
    orderReturnClaim: null,
    unit: null,
    part: null,
    product: null,
    dueAt: null,
    endedAt: null,
    endedBy: null,
    endHeardAt: null,
  }
  const stands = { title: 'Call back', priority: 'normal', stage: 'open', reopenedAt: null, reopenedBy: null }
  server.write('task', 1, { ...given, ...places, ...rest, ...stands })
  let answer = () => {}
  const mayAnswer = new Promise<void>(resolve => (answer = resolve))
  server.state.routes['GET /preferences'] = async () => {
    await mayAnswer
    return { preferences: { taskNotices: { read: [`1.assigned.${Date.parse(at)}`] } } }
  }
  await begin({ userId: me, permissions: ['90-a', '90-d'] })
  beginFor(me)
  keepSession('token', { ...session().user!, notification_permission: ['tasks'] })
  const said = new Set<string>()
  const listen = () => {
    for (const button of screen.queryAllByRole('button', { name: /^Notifications/ }))
      said.add(button.getAttribute('aria-label') ?? button.textContent)
  }
  new MutationObserver(listen).observe(document.body, { subtree: true, childList: true, attributes: true })
  const page = (
    <>
      <Bell />
      <TaskTable />
    </>
  )
  const hand = showAtWork(me, createMemoryRouter([{ path: '*', element: page }]))
  await screen.findByText('Call back')
  await waitFor(() => expect(server.state.requests).toContain('GET /preferences'))
  answer()
  await hand.click(screen.getByRole('button', { name: 'Notifications' }))
  expect(await screen.findByText('Somebody gave you a task')).toBeTruthy()
  expect([...said]).toEqual(['Notifications'])
})
