import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { createMemoryRouter } from 'react-router-dom'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { dealerBranch } from '#contract/modules/people/dealer-branch.ts'
import { listenToKeys } from '#src/lib/keys/listen.ts'
import { dismissToast, shownToasts } from '#src/ui/toast.ts'
import { begin, showAtWork, speakEnglish } from '../../tests/support/at-work.tsx'
import { syncDouble, type SyncDouble } from '../../tests/support/sync-double.ts'
import { FormScreen } from './form-screen.tsx'
import { defineScreens } from './screens.ts'

const pages = defineScreens(dealerBranch, {
  columns: ['name'],
  form: [['name'], ['email'], ['hours']],
  routes: {
    '/places': { title: 'dealerBranch:titles.list', may: 'list', page: () => <h1>The list</h1> },
    '/place-create': { title: 'dealerBranch:titles.create', may: 'create', page: FormScreen },
    '/place-edit/:id': { title: 'dealerBranch:titles.edit', may: 'edit', page: FormScreen },
    '/place/:id': { title: 'dealerBranch:titles.details', may: 'details', page: () => <h1>The record</h1> },
  },
})

const ID = 78
let server: SyncDouble
let userId = 6_700
let stopListening = () => {}

beforeAll(() => speakEnglish('ui', 'crud', 'dealerBranch', 'problems', 'keys'))
beforeEach(() => {
  for (const { id } of shownToasts()) dismissToast(id)
  server = syncDouble()
  userId += 1
  const none = { storeType: null, phone: null, email: null, address: null, hours: null, note: null, tags: [] }
  server.write('dealerBranch', ID, { ...none, name: 'North', doesService: false, active: true })
  stopListening = listenToKeys()
})
afterEach(() => {
  stopListening()
  vi.unstubAllGlobals()
})

async function open(path: string) {
  await begin({ userId, permissions: ['52-a', '52-b', '52-c', '52-d'] })
  const router = createMemoryRouter(
    Object.entries(pages.routes).map(([path, { title, page: Page }]) => ({
      path,
      element: <Page screens={pages} title={title} />,
    })),
    { initialEntries: [path] },
  )
  return { hand: showAtWork(userId, router), router }
}
const field = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name })
/** What a screen reader says of a field beside its name. */
const saidBeside = (field: HTMLElement) =>
  (field.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map(id => document.getElementById(id)?.textContent)
    .join(' ')
const made = () => [...server.rows.values()].map(({ row }) => row.name)

test('a field says nothing while it is first typed into, its error once it is left, and goes on live from there', async () => {
  const { hand } = await open('/place-create')
  const email = await field('E-mail')
  await hand.type(email, 'shop.example')
  expect(email.getAttribute('aria-invalid')).not.toBe('true')
  expect(saidBeside(email)).not.toContain('Enter an e-mail')
  await hand.tab()
  await waitFor(() => expect(email.getAttribute('aria-invalid')).toBe('true'))
  expect(saidBeside(email)).toContain('Enter an e-mail address, like name@example.com.')
  // Nobody has been in the others.
  expect((await field('Name')).getAttribute('aria-invalid')).not.toBe('true')

  await hand.clear(email)
  await hand.type(email, 'shop@')
  expect(email.getAttribute('aria-invalid')).toBe('true')
  await hand.type(email, 'care.example')
  await waitFor(() => expect(email.getAttribute('aria-invalid')).not.toBe('true'))
  await hand.type(email, '{Backspace>12/}')
  expect(email.getAttribute('aria-invalid')).toBe('true')
})

test('who passes through a field that must be filled is not told so before saving', async () => {
  const { hand } = await open('/place-create')
  const name = await field('Name')
  await waitFor(() => expect(document.activeElement).toBe(name))
  await hand.tab()
  expect(document.activeElement).not.toBe(name)
  expect(name.getAttribute('aria-invalid')).not.toBe('true')
  await hand.keyboard('{Control>}s{/Control}')
  await waitFor(() => expect(name.getAttribute('aria-invalid')).toBe('true'))
  expect(document.activeElement).toBe(name)
})

test('Ctrl and Enter save a new record and begin the next one, also in the middle of a field', async () => {
  const { hand, router } = await open('/place-create')
  await hand.click(await field('Name'))
  // What is typed as fast as a gun reads would be taken for a scan.
  await hand.paste('South')
  await hand.keyboard('{Control>}{Enter}{/Control}')
  await waitFor(() => expect(made()).toContain('South'))
  await waitFor(async () => expect(await field('Name')).toHaveProperty('value', ''))
  expect(router.state.location.pathname).toBe('/place-create')
  expect(made()).toHaveLength(2)
  const next = await field('Name')
  await waitFor(() => expect(document.activeElement).toBe(next))
})

test('Ctrl and Enter save a change and close the form', async () => {
  const { hand, router } = await open(`/place-edit/${ID}`)
  await hand.click(await field('Opening hours'))
  await hand.paste('9 to 5')
  await hand.keyboard('{Control>}{Enter}{/Control}')
  await waitFor(() => expect(server.rows.get(ID)?.row).toMatchObject({ hours: '9 to 5' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/places'))
})

test('the first field of a new record has the focus at a desk, and waits for a touch on a device for fingers', async () => {
  await open('/place-create')
  const name = await field('Name')
  await waitFor(() => expect(document.activeElement).toBe(name))
  cleanup()

  // A keyboard that comes by itself stands over half of the form.
  const asked = (query: string) => ({
    matches: query === '(pointer: coarse)',
    addEventListener() {},
    removeEventListener() {},
  })
  vi.stubGlobal('matchMedia', asked)
  const { hand } = await open('/place-create')
  const touched = await field('Name')
  await act(() => new Promise(resolve => requestAnimationFrame(resolve)))
  expect(document.activeElement).not.toBe(touched)
  await hand.click(touched)
  expect(document.activeElement).toBe(touched)
})
