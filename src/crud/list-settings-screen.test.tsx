import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { deadReason } from '#contract/lists/sales.ts'
import { register } from '#contract/register.ts'
import { DataProvider } from '#src/data/provider.tsx'
import { makeQueryClient } from '#src/data/query-client.ts'
import { writeSession } from '#src/offline/device.ts'
import { holdInMemory } from '#src/offline/in-memory.ts'
import { closeUserDbs } from '#src/offline/user-db.ts'
import { startActor } from '#src/session/actor.ts'
import { everythingIsKept, keepWhatIsOpen } from '#src/session/dirty.ts'
import { ConfirmHost } from '#src/ui/confirm.tsx'
import { dismissToast, shownToasts } from '#src/ui/toast.ts'
import crud from '../../public/locales/en/crud.json'
import lists from '../../public/locales/en/lists.json'
import problems from '../../public/locales/en/problems.json'
import ui from '../../public/locales/en/ui.json'
import { holdAnswers } from '../../tests/support/hold-answers.ts'
import { quiet } from '../../tests/support/quiet.ts'
import { syncDouble, type SyncDouble } from '../../tests/support/sync-double.ts'
import { ListSettingsScreen } from './list-settings-screen.tsx'

let server: SyncDouble
let router: ReturnType<typeof createMemoryRouter>
let userId = 4_100
const sessionUser = {
  avatar: '',
  username: 'desk',
  email: 'desk@example.com',
  permissions: [],
  notification_permission: [],
  status_permission: [],
}

beforeAll(async () => {
  await i18next.use(initReactI18next).init({ lng: 'en', resources: { en: { crud, lists, problems, ui } } })
})
beforeEach(() => {
  for (const { id } of shownToasts()) dismissToast(id)
  server = syncDouble()
  userId += 1
  server.state.routes['GET /list/dead-reason/uses'] = () => ({ uses: {} })
  server.state.routes['GET /list/dead-reason/history'] = () => ({ entries: [] })
  for (const [id, label] of [
    [1, 'Price'],
    [2, 'No answer'],
    [3, 'Duplicate'],
  ] as const)
    server.write('deadReason', id, { label, code: label.toLowerCase(), position: id * 1024 })
})

// The server of the next case hears nothing of this device, whose last question may be on its way.
afterEach(async () => {
  cleanup()
  closeUserDbs(userId)
  await quiet()
})

async function mount(...permissions: string[]) {
  const actor = { id: userId, permissions, branch: null, scopes: {}, approves: [], statusPermission: 'all' as const }
  const house = {
    companyName: 'Care',
    currency: 'INR',
    timeZone: 'Asia/Kolkata',
    helpContact: null,
    lockMinutes: 10,
    country: 'IN',
    warrantyStart: 'delivery' as const,
  }
  // Away from the numbers, and behind the places, of the items that are there.
  server.state.lease = 10_001
  await writeSession({
    userId,
    name: 'Desk',
    stage: 'active',
    house,
    sessionUser,
    actor,
    revocation: 'r',
    keep: true,
  })
  await startActor()
  router = createMemoryRouter([{ path: '*', element: <ListSettingsScreen list={deadReason} /> }])
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <DataProvider userId={userId} register={register}>
        <RouterProvider router={router} />
        <ConfirmHost />
      </DataProvider>
    </QueryClientProvider>,
  )
}
async function open(...permissions: string[]) {
  await mount(...permissions)
  await screen.findByRole('row', { name: /Duplicate/ })
  return userEvent.setup()
}
const labels = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map(row => within(row).getAllByRole('gridcell')[1]?.firstElementChild?.firstElementChild?.textContent)
// It comes when the rows have been shown.
const addForm = async () => within(await screen.findByRole('form', { name: 'Add reason' }))
const everything = ['121-a', '121-b', '121-c']

test('a list that is not on this device says so, where there is no server to bring it', async () => {
  server.state.network = 'refuse'
  await mount(...everything)
  expect(await screen.findByText('This list is not on this device yet')).toBeTruthy()
})

test('Enter adds an item, and the next one can be typed at once', async () => {
  const user = await open(...everything)
  const label = (await addForm()).getByRole('textbox', { name: 'Label' })
  await user.type(label, 'Too far away{Enter}')
  await waitFor(() => expect(labels()).toContain('Too far away'))
  expect(label).toHaveProperty('value', '')
  expect(document.activeElement).toBe(label)
})

test('whoever types faster than the server answers loses nothing', async () => {
  const user = await open(...everything)
  const label = (await addForm()).getByRole('textbox', { name: 'Label' })
  await user.type(label, 'One{Enter}Two{Enter}Three{Enter}Fou')
  await waitFor(() => expect(labels().slice(-3)).toEqual(['One', 'Two', 'Three']))
  expect(label).toHaveProperty('value', 'Fou')
})

test('an item that is refused while the next one is typed is named, and the next one stays', async () => {
  const user = await open(...everything)
  const label = (await addForm()).getByRole('textbox', { name: 'Label' })
  await user.type(label, 'Before{Enter}')
  await waitFor(() => expect(labels()).toContain('Before'))
  const answer = holdAnswers(server)
  server.state.refuses = op => op.args.label === 'First'
  await user.type(label, 'First{Enter}Second')
  answer()
  expect((await screen.findByRole('alert')).textContent).toContain('First:')
  expect(label).toHaveProperty('value', 'Second')
})

test('a half-edited item is given up for another one only if the person says so', async () => {
  const user = await open(...everything)
  screen.getByRole('row', { name: /No answer/ }).focus()
  await user.keyboard('{F2}')
  const form = within(await screen.findByRole('form', { name: 'Edit No answer' }))
  await user.type(form.getByRole('textbox', { name: 'Label' }), ' yet')
  screen.getByRole('row', { name: /Duplicate/ }).focus()
  await user.keyboard('{F2}')
  await user.click(await screen.findByRole('button', { name: 'Stay here' }))
  expect(form.getByRole('textbox', { name: 'Label' })).toHaveProperty('value', 'No answer yet')
  screen.getByRole('row', { name: /Duplicate/ }).focus()
  await user.keyboard('{F2}')
  await user.click(await screen.findByRole('button', { name: 'Leave' }))
  expect(await screen.findByRole('form', { name: 'Edit Duplicate' })).toBeTruthy()
})

test('a photo that only the page has keeps nobody on the list in which nothing is typed', async () => {
  const letGo = holdInMemory()
  await open(...everything)
  await screen.findByRole('row', { name: /No answer/ })
  await act(() => router.navigate('/elsewhere'))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(router.state.location.pathname).toBe('/elsewhere')
  letGo()
})

test('what was half typed stands there again when the page comes back, and goes with Escape', async () => {
  const user = await open(...everything)
  await user.type((await addForm()).getByRole('textbox', { name: 'Label' }), 'Half a rea')
  screen.getByRole('row', { name: /No answer/ }).focus()
  await user.keyboard('{F2}')
  const edited = async () =>
    within(await screen.findByRole('form', { name: 'Edit No answer' })).getByRole('textbox', { name: 'Label' })
  await user.type(await edited(), ' yet')
  await waitFor(() => expect(everythingIsKept()).toBe(true))
  await keepWhatIsOpen()
  cleanup()

  await open(...everything)
  await waitFor(async () => expect(await edited()).toHaveProperty('value', 'No answer yet'))
  const added = (await addForm()).getByRole('textbox', { name: 'Label' })
  await waitFor(() => expect(added).toHaveProperty('value', 'Half a rea'))
  await user.type(await edited(), '{Escape}')
  await screen.findByRole('row', { name: /No answer/ })
  await user.type(added, '{Escape}')
  cleanup()

  await open(...everything)
  expect((await addForm()).getByRole('textbox', { name: 'Label' })).toHaveProperty('value', '')
  expect(screen.queryByRole('form', { name: /^Edit/ })).toBeNull()
})

test('what is typed while the server cannot be reached is kept, and stands in the list as waiting', async () => {
  const user = await open(...everything)
  const label = (await addForm()).getByRole('textbox', { name: 'Label' })
  await user.type(label, 'Too late{Enter}')
  await waitFor(() => expect(labels()).toContain('Too late'))
  server.state.network = 'refuse'
  await user.type(label, 'Too far away{Enter}')
  await waitFor(() => expect(labels()).toContain('Too far away'))
  expect(screen.queryByRole('alert')).toBeNull()
  expect(label).toHaveProperty('value', '')
})

test('what is switched or moved while the server cannot be reached says that it is kept on this device, as a form does', async () => {
  const user = await open(...everything)
  server.state.network = 'refuse'
  await user.click(screen.getByRole('switch', { name: /Duplicate/ }))
  const said = () => shownToasts().filter(({ message }) => message.startsWith('Saved on this device'))
  await waitFor(() => expect(said()).toMatchObject([{ waiting: true }]))
  dismissToast(said()[0]!.id)

  for (const by of ['{ArrowDown}', '{ArrowUp}']) {
    screen.getByRole('row', { name: /Price/ }).focus()
    await user.keyboard(`{Alt>}${by}{/Alt}`)
  }
  // Once, however often: each would push the one before off the screen.
  await waitFor(() => expect(said()).toMatchObject([{ waiting: true }]))
  expect(screen.queryByRole('alert')).toBeNull()
})

test('an empty label is answered beside the field, and nothing is sent', async () => {
  const user = await open(...everything)
  await user.click((await addForm()).getByRole('button', { name: 'Add' }))
  expect(await (await addForm()).findByText('Label is needed.')).toBeTruthy()
  expect(server.state.pushes).toEqual([])
})

test('without a connection too, an item that is there already is answered beside the field, and nothing of it waits', async () => {
  server.write('deadReason', 4, { label: 'Café closed', code: 'cafe-closed', position: 9_000, active: false })
  server.write('deadReason', 5, { label: 'Long ago', code: 'long-ago', archivedAt: '2026-01-01T00:00:00.000Z' })
  const user = await open(...everything)
  const added = (await addForm()).getByRole('textbox', { name: 'Label' })
  await user.type(added, 'Too late{Enter}')
  await waitFor(() => expect(labels()).toContain('Too late'))
  server.state.network = 'refuse'
  await user.type(added, ' no ANSWER {Enter}')
  expect(await (await addForm()).findByText('There is “No answer” already.')).toBeTruthy()
  await user.clear(added)
  await user.type(added, 'cafe closed{Enter}')
  expect(await (await addForm()).findByText('There is “Café closed” already; it is switched off.')).toBeTruthy()
  // What was archived is not there.
  await user.clear(added)
  await user.type(added, 'Long ago{Enter}')
  await waitFor(() => expect(labels()).toContain('Long ago'))

  screen.getByRole('row', { name: /Duplicate/ }).focus()
  await user.keyboard('{F2}')
  const form = within(await screen.findByRole('form', { name: 'Edit Duplicate' }))
  const label = form.getByRole('textbox', { name: 'Label' })
  await user.clear(label)
  await user.type(label, 'PRICE{Enter}')
  expect(await form.findByText('There is “Price” already.')).toBeTruthy()
  // In other letters it is still itself.
  await user.clear(label)
  await user.type(label, 'DUPLICATE{Enter}')
  await waitFor(() => expect(labels()).toContain('DUPLICATE'))
  expect(labels()).toEqual(['Price', 'No answer', 'DUPLICATE', 'Too late', 'Long ago'])
})

test('Alt and an arrow moves a row between its new neighbours, says so, and writes one position', async () => {
  const user = await open(...everything)
  screen.getByRole('row', { name: /Duplicate/ }).focus()
  await user.keyboard('{Alt>}{ArrowUp}{/Alt}')
  await waitFor(() => expect(labels()).toEqual(['Price', 'Duplicate', 'No answer']))
  expect(await screen.findByText('Duplicate is now at place 2 of 3')).toBeTruthy()
  expect(server.state.pushes).toHaveLength(1)
  expect(server.state.pushes[0]!.ops[0]).toMatchObject({ op: 'deadReason.change', id: 3, args: { position: 1536 } })
  expect(document.activeElement?.getAttribute('data-item')).toBe('3')
})

test('an item is edited in its place; Escape gives up, Enter saves what changed and nothing else', async () => {
  const user = await open(...everything)
  screen.getByRole('row', { name: /No answer/ }).focus()
  await user.keyboard('{F2}')
  const form = within(await screen.findByRole('form', { name: 'Edit No answer' }))
  await user.type(form.getByRole('textbox', { name: 'Label' }), ' at all{Escape}')
  await waitFor(() => expect(labels()).toContain('No answer'))
  await user.keyboard('{Enter}')
  const again = within(await screen.findByRole('form', { name: 'Edit No answer' }))
  await user.type(again.getByRole('textbox', { name: 'Label' }), ' yet{Enter}')
  await waitFor(() => expect(labels()).toContain('No answer yet'))
  expect(server.state.pushes).toHaveLength(1)
  expect(server.state.pushes[0]!.ops[0]).toMatchObject({
    args: { label: 'No answer yet' },
    base: { version: 1, fields: { label: 'No answer' } },
  })
})

test('who may only look finds nothing to add, edit, move or paste', async () => {
  await open('121-a')
  await screen.findByText('Last changes')
  expect(screen.queryByRole('form', { name: 'Add reason' })).toBeNull()
  expect(screen.queryByRole('textbox', { name: 'Items to paste' })).toBeNull()
  expect(screen.queryByRole('switch', { name: /active$/ })).toBeNull()
  expect(screen.queryByRole('button', { name: /^(Move|More for|Merge)/ })).toBeNull()
})

test('search looks for parts of the name, whatever the accents', async () => {
  server.write('deadReason', 4, { label: 'Café closed', code: 'cafe-closed', position: 9_000 })
  const user = await open(...everything)
  await user.type(screen.getByRole('searchbox', { name: 'Search' }), 'CAFE clo')
  await waitFor(() => expect(labels()).toEqual(['Café closed']))
  await user.clear(screen.getByRole('searchbox', { name: 'Search' }))
  await waitFor(() => expect(labels()).toHaveLength(4))
})
