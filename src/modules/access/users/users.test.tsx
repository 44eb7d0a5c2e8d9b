import { screen, waitFor, within } from '@testing-library/react'
import { createMemoryRouter } from 'react-router-dom'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { actorOf } from '#contract/grants.ts'
import { role } from '#contract/modules/access/role.ts'
import { user } from '#contract/modules/access/user.ts'
import { register } from '#contract/register.ts'
import { begin, showAtWork, speakEnglish } from '../../../../tests/support/at-work.tsx'
import { personOf } from '../../../../tests/support/person.ts'
import { syncDouble, type SyncDouble } from '../../../../tests/support/sync-double.ts'
import { userScreens } from '../user.ts'
import { heldBy } from './rights.ts'
import { UserDetails } from './user-details.tsx'
import { UserForm } from './user-form.tsx'
import { UserList } from './user-list.tsx'

const everything = ['60-a', '60-b', '60-c', '60-d', '61-a', '61-b', '61-c', '61-d']
const DESK = 501
const OWNER = 502
let server: SyncDouble
let userId = 5_100

beforeAll(async () => {
  await speakEnglish('ui', 'crud', 'user', 'role', 'access', 'problems', 'profile', 'keys')
  // jsdom lays nothing out; a list of rows needs to believe that it has a height.
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(320)
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(32)
})

const person = (id: number, name: string, fields: object = {}) =>
  server.write('user', id, personOf(name.toLowerCase().replace(' ', '.'), { name, ...fields }))
const grant = (id: number, name: string, permissions: string[]) =>
  server.write('role', id, { ...role.input.parse({ name }), permissions })

beforeEach(() => {
  server = syncDouble()
  userId += 10
  server.state.groups = { hash: 'h1', names: ['lists', 'user', 'role', 'dealerBranch'] }
  grant(DESK, 'Desk', ['60-a'])
  grant(OWNER, 'Owner', [...everything, '70-r4'])
  const none = () => ({ rows: [] })
  server.state.routes['GET /access/asked-for-link'] = none
  server.state.routes['GET /access/sessions'] = none
  server.state.routes['GET /access/deeds'] = none
})

async function open(path: string, permissions = everything) {
  await begin({ userId, permissions })
  const page = (Page: typeof UserList, title: `${string}:${string}`) => <Page screens={userScreens} title={title} />
  const router = createMemoryRouter(
    [
      { path: '/users/user-list', element: page(UserList, 'user:titles.list') },
      { path: '/users/user-create', element: page(UserForm, 'user:titles.create') },
      { path: '/users/user-edit/:id', element: page(UserForm, 'user:titles.edit') },
      { path: '/users/user-details/:id', element: page(UserDetails, 'user:titles.details') },
    ],
    { initialEntries: [path] },
  )
  return { hand: showAtWork(userId, router), router }
}
const lastPush = () => server.state.pushes.at(-1)?.ops[0]

test('an invitation that no mail can carry is shown once, as a link to hand over', async () => {
  const asked: unknown[] = []
  server.state.routes['POST /access/invite'] = async request => {
    asked.push(await request.json())
    return { sentTo: null, link: 'https://desk.example/reset-password#token=abc', until: '2026-11-24T10:00:00.000Z' }
  }
  const { hand, router } = await open('/users/user-create')
  await hand.type(await screen.findByRole('textbox', { name: 'Name' }), 'Asha Rao')
  await hand.type(screen.getByRole('textbox', { name: 'Username' }), 'asha')
  await hand.type(screen.getByRole('textbox', { name: 'E-mail' }), 'asha@caredesk.example')
  await hand.click(screen.getByRole('button', { name: /Save and invite/ }))
  const dialog = await screen.findByRole('dialog', { name: 'Give this link to Asha Rao' })
  expect(within(dialog).getByRole('textbox', { name: 'Link' })).toHaveProperty(
    'value',
    'https://desk.example/reset-password#token=abc',
  )
  const id = (lastPush() as { id: number }).id
  expect(asked).toEqual([{ user: id }])
  expect(JSON.stringify(router.state.location.state)).not.toContain('token')
  await hand.click(within(dialog).getByRole('button', { name: 'Done' }))
  await waitFor(() => expect(router.state.location.pathname).toBe(`/users/user-details/${id}`))
})

test('a role that holds more than one holds oneself is shown and cannot be given', async () => {
  const { hand } = await open('/users/user-create')
  await hand.click(await screen.findByRole('combobox', { name: 'Roles' }))
  const owner = await screen.findByRole('option', { name: /Owner/ })
  expect(owner.textContent).toContain('More than you may give')
  await hand.click(owner)
  await hand.click(screen.getByRole('option', { name: 'Desk' }))
  expect(screen.queryByRole('button', { name: 'Remove Owner' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Remove Desk' })).toBeDefined()
  expect(screen.getByText('1 right in all')).toBeDefined()
})

test('somebody who may do more is shown with what they may do more, and cannot be touched', async () => {
  const owner = person(userId + 1, 'Rekha Sharma', { roles: [OWNER] })
  const { hand } = await open(`/users/user-details/${owner.id}`)
  expect(await screen.findByText('Rekha Sharma can do more than you.')).toBeDefined()
  expect(screen.getByText(/They hold “Reports, money”/)).toBeDefined()
  expect(screen.queryByRole('link', { name: /Edit/ })).toBeNull()
  await hand.click(screen.getByRole('button', { name: 'More' }))
  for (const name of [/Link for a new password/, /Switch off/, /Archive/])
    expect((await screen.findByRole('menuitem', { name })).getAttribute('aria-disabled')).toBe('true')
})

test('the last one who can give others access keeps that, and is told so before saving', async () => {
  grant(OWNER, 'Owner', everything)
  const last = person(userId, 'Meera Nair', { roles: [OWNER] })
  person(userId + 1, 'Rohan Mehta', { roles: [DESK] })
  const { hand } = await open(`/users/user-edit/${last.id}`)
  await hand.click(await screen.findByRole('button', { name: 'Remove Owner' }))
  expect(await screen.findByText('Meera Nair is the last one who can give others access.')).toBeDefined()
  expect(screen.getByRole('button', { name: /Save/ })).toHaveProperty('disabled', true)
})

test('a person who has left one’s sight meanwhile is said to be gone, cannot be saved, and no draft is promised', async () => {
  const desk = person(userId + 1, 'Rohan Mehta', { roles: [DESK] })
  const { hand } = await open(`/users/user-edit/${desk.id}`)
  await hand.type(await screen.findByRole('textbox', { name: 'Phone' }), '98200')
  expect(await screen.findByText(/^Draft kept/)).toBeDefined()
  server.remove(desk.id)
  window.dispatchEvent(new Event('online'))
  expect(await screen.findByText(/is not there any more, or you no longer have access to it\./)).toBeDefined()
  expect(screen.queryByText(/^Draft kept/)).toBeNull()
  expect(screen.getByRole('button', { name: /^Save/ })).toHaveProperty('disabled', true)
})

test('who signed up waits on top of the list and is let in with one dialog', async () => {
  const waiting = person(userId + 1, 'Nisha Gupta', { stage: 'pending' })
  const { hand } = await open('/users/user-list')
  await hand.click(await screen.findByRole('button', { name: 'Review' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Nisha Gupta asks for an account' }))
  await hand.click(dialog.getByRole('combobox', { name: 'Roles' }))
  await hand.click(await screen.findByRole('option', { name: 'Desk' }))
  await hand.click(dialog.getByRole('button', { name: 'Let them in' }))
  await waitFor(() => expect(lastPush()).toMatchObject({ op: 'user.activate', id: waiting.id }))
  expect(server.state.pushes.at(-2)?.ops[0]).toMatchObject({ op: 'user.change', args: { roles: [DESK] } })
  expect(await screen.findByText('Nisha Gupta can work now')).toBeDefined()
})

test('what is asked about a person stays open where somebody else has answered meanwhile', async () => {
  const waiting = person(userId + 1, 'Nisha Gupta', { stage: 'pending' })
  const { hand } = await open('/users/user-list')
  await hand.click(await screen.findByRole('button', { name: 'Review' }))
  const dialog = await screen.findByRole('dialog', { name: 'Nisha Gupta asks for an account' })
  await hand.type(within(dialog).getByRole('combobox', { name: 'Roles' }), 'Des')
  person(waiting.id, 'Nisha Gupta', { stage: 'active' })
  window.dispatchEvent(new Event('focus'))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Review', hidden: true })).toBeNull())
  expect(within(dialog).getByRole<HTMLInputElement>('combobox', { name: 'Roles' }).value).toBe('Des')
})

test('without a connection people can be read, and it is said where rights are changed', async () => {
  const desk = person(userId + 1, 'Rohan Mehta', { roles: [DESK] })
  const { hand, router } = await open('/users/user-list')
  await screen.findByRole('link', { name: 'Rohan Mehta' })
  server.state.network = 'refuse'
  await router.navigate(`/users/user-details/${desk.id}`)
  expect(await screen.findByRole('heading', { name: 'Rohan Mehta' })).toBeDefined()
  expect(await screen.findByText(/Who may do what is changed on the server only/)).toBeDefined()
  expect(screen.getByText('Desk')).toBeDefined()
  await router.navigate(`/users/user-edit/${desk.id}`)
  expect(await screen.findByDisplayValue('Rohan Mehta')).toBeDefined()
  expect(screen.getByText(/Who may do what is changed on the server only/)).toBeDefined()
  await hand.type(screen.getByDisplayValue('Rohan Mehta'), ' Rao')
  expect(screen.getByRole('button', { name: /^Save/ })).toHaveProperty('disabled', true)
  expect(server.state.pushes).toEqual([])
})

test('what is held alike is said once, with rows and approvals', () => {
  const holder = { ...user.input.parse({ name: 'A', username: 'asha', email: 'a@b.example' }), id: 1, branch: null }
  const grants = {
    permissions: ['10-a', '20-a', '20-b', '70-r1', '70-r3'],
    ownOnly: [],
    branchOnly: ['inquiry' as const],
    approves: ['order' as const],
  }
  const groups = heldBy(actorOf(holder, [grants], register), register)
  expect(groups.map(group => group.name)).toEqual(['sales', 'reports'])
  expect(
    groups[0]?.held.map(({ lines, columns, scope, approves }) => [lines[0]?.name, columns, scope, approves]),
  ).toEqual([
    ['inquiries', ['a'], 'branch', false],
    ['orders', ['a', 'b'], null, true],
  ])
  expect(groups[1]?.held.map(({ lines }) => lines.map(line => line.name))).toEqual([['r1', 'r3']])
})
