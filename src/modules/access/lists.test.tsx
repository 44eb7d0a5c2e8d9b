import { screen, waitFor } from '@testing-library/react'
import { createMemoryRouter } from 'react-router-dom'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { Row } from '#contract/module.ts'
import { role } from '#contract/modules/access/role.ts'
import { user } from '#contract/modules/access/user.ts'
import { begin, showAtWork, speakEnglish } from '../../../tests/support/at-work.tsx'
import { personOf } from '../../../tests/support/person.ts'
import { syncDouble, type SyncDouble } from '../../../tests/support/sync-double.ts'
import { roleScreens } from './role.ts'
import { RoleList } from './roles/role-list.tsx'
import { userScreens } from './user.ts'
import { UserList } from './users/user-list.tsx'

let server: SyncDouble
let userId = 5_700

beforeAll(() => speakEnglish('ui', 'crud', 'user', 'role', 'access', 'problems', 'profile', 'keys'))
beforeEach(async () => {
  server = syncDouble()
  // Nothing of it is kept here: the server is asked, page by page.
  server.state.groups = { hash: 'h1', names: ['lists'] }
  server.state.routes['GET /access/asked-for-link'] = () => ({ rows: [] })
  userId += 1
  await begin({ userId, permissions: ['60-a', '61-a'] })
})

const lists = [
  {
    of: 'people',
    module: user,
    call: 'GET /user',
    fields: (name: string) => personOf(`of-${name}`, { name }),
    page: <UserList screens={userScreens} title="user:titles.list" />,
    more: 'Load more',
  },
  {
    of: 'roles',
    module: role,
    call: 'GET /role',
    fields: (name: string) => ({ ...role.input.parse({ name }), permissions: [] }),
    page: <RoleList screens={roleScreens} title="role:titles.list" />,
    more: 'Show all',
  },
]

test.each(lists)(
  'the list of $of says why more of them did not come, and asks for them again',
  async ({ module, call, fields, page, more }) => {
    const [first, last] = [501, 502].map(id => server.write(module.name, id, fields(`n${id}`))) as [Row, Row]
    let isBroken = true
    server.state.routes[call] = request => {
      if (!new URL(request.url).searchParams.has('after')) return { rows: [first], next: 'p2' }
      return isBroken
        ? Response.json({ code: 'broken', message: 'Something broke here.', requestId: 'r' }, { status: 500 })
        : { rows: [last], next: null }
    }
    const hand = showAtWork(userId, createMemoryRouter([{ path: '*', element: page }]))
    await screen.findByText('n501')
    await hand.click(screen.getByRole('button', { name: more }))
    expect(await screen.findByText('Something broke here.')).toBeTruthy()
    expect(screen.getByText('n501')).toBeTruthy()
    isBroken = false
    await hand.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('n502')).toBeTruthy()
    expect(screen.queryByText('Something broke here.')).toBeNull()
  },
)

test('what is typed to find a role stands there letter by letter, and in the question', async () => {
  const asked: string[] = []
  server.state.routes['GET /role'] = request => {
    asked.push(new URL(request.url).searchParams.get('q') ?? '')
    return { rows: [], next: null }
  }
  const page = <RoleList screens={roleScreens} title="role:titles.list" />
  const hand = showAtWork(userId, createMemoryRouter([{ path: '*', element: page }]))
  const box = await screen.findByRole('searchbox')
  await hand.type(box, 'field')
  expect((box as HTMLInputElement).value).toBe('field')
  await waitFor(() => expect(asked.at(-1)).toBe('field'))
})
