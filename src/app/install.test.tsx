import { act, cleanup, render, renderHook, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { register } from '#contract/register.ts'
import { openUserDb } from '#src/offline/user-db.ts'
import { InstallCard } from '#src/pages/diagnostics/install-card.tsx'
import { AtWork, begin, speakEnglish } from '../../tests/support/at-work.tsx'
import { waitingOp } from '../../tests/support/outbox.ts'
import { syncDouble, type SyncDouble } from '../../tests/support/sync-double.ts'
import { useInstallOffer } from './install-offer.ts'
import { Notices } from './notices.tsx'
import { Profile } from './profile.tsx'
import { setInstall, watchInstall } from './watch-install.ts'

const OFFER = 'Caredesk can be installed.'
const INSTALL = 'Install the app'
const HOW = '/diagnostics#install'

beforeAll(async () => {
  await speakEnglish('ui', 'shell', 'diagnostics', 'problems')
  // jsdom lays nothing out.
  Element.prototype.scrollIntoView = () => undefined
  watchInstall()
})
let server: SyncDouble
let userId = 9_400
beforeEach(async () => {
  server = syncDouble()
  userId += 1
  await begin({ userId, permissions: [] })
})
afterEach(() => {
  act(() => setInstall(null))
  localStorage.clear()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  for (const name of ['userAgent', 'platform', 'maxTouchPoints', 'standalone']) Reflect.deleteProperty(navigator, name)
})

function open() {
  render(
    <AtWork userId={userId}>
      <MemoryRouter>
        <Notices />
        <Profile />
        <InstallCard />
      </MemoryRouter>
    </AtWork>,
  )
  return userEvent.setup({ delay: null })
}
/** The browser could install the app. Its own way of saying so is held back: this one is quieter. */
function browserOffers() {
  const prompt = vi.fn(() => Promise.resolve())
  const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt })
  act(() => void window.dispatchEvent(event))
  expect(event.defaultPrevented).toBe(true)
  return prompt
}
const card = async () => within((await screen.findByRole('heading', { name: INSTALL })).closest('section')!)
async function entry(hand: ReturnType<typeof open>) {
  await hand.click(await screen.findByRole('button', { name: 'Account of Meera Nair' }))
  await screen.findByRole('menuitem', { name: 'About this device' })
  return screen.queryByRole('menuitem', { name: INSTALL })
}
/** What tells browsers and devices apart here. */
const isOn = (device: Record<string, unknown>) => {
  for (const [name, value] of Object.entries(device))
    Object.defineProperty(navigator, name, { value, configurable: true })
}

test('the menu leads to how it is done by hand, and does it at once where the browser can', async () => {
  const hand = open()
  expect((await entry(hand))?.getAttribute('href')).toBe(HOW)
  expect((await card()).getByText(/^Look for “Install”/)).toBeTruthy()
  await hand.keyboard('{Escape}')

  const prompt = browserOffers()
  expect((await card()).getByRole('button', { name: INSTALL })).toBeTruthy()
  const here = await entry(hand)
  expect(here?.getAttribute('href')).toBeNull()
  await hand.click(here!)
  expect(prompt).toHaveBeenCalledOnce()
  // What the browser hands out can be used once.
  expect((await entry(hand))?.getAttribute('href')).toBe(HOW)
})

test.each([
  ['is put away', 'button', 'Dismiss', 0],
  ['is looked into', 'link', 'How it works', 0],
  ['is taken', 'button', INSTALL, 1],
])('it is offered quietly, and never again once that %s', async (_, role, name, prompted) => {
  const hand = open()
  await card()
  expect(screen.queryByText(OFFER)).toBeNull()
  const prompt = browserOffers()
  const offer = within(await screen.findByRole('region', { name: 'Notices' }))
  expect(offer.getByText(OFFER)).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
  await hand.click(offer.getByRole(role, { name }))
  await waitFor(() => expect(screen.queryByText(OFFER)).toBeNull())
  expect(prompt).toHaveBeenCalledTimes(prompted)

  cleanup()
  browserOffers()
  expect(renderHook(() => useInstallOffer()).result.current).toBe(false)
  open()
  expect((await card()).getByRole('button', { name: INSTALL })).toBeTruthy()
})

test.each([
  ['an iPhone', { userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Safari/604.1' }],
  ['an iPad, which says that it is a Mac', { platform: 'MacIntel', maxTouchPoints: 5 }],
])('%s says nothing of it, and is told step by step', async (_, device) => {
  isOn(device)
  const hand = open()
  const steps = (await card()).getAllByRole('listitem').map(step => step.textContent)
  expect(steps).toEqual([
    expect.stringMatching(/press Share/),
    expect.stringMatching(/Add to Home Screen/),
    expect.stringMatching(/sign in again/),
  ])
  expect((await card()).getByText(/send what waits here before/)).toBeTruthy()
  expect((await card()).queryByRole('button')).toBeNull()
  expect((await entry(hand))?.getAttribute('href')).toBe(HOW)
})

test('an iPhone on which something waits says how much, and that it has to be sent from there first', async () => {
  isOn({ userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Safari/604.1' })
  server.state.network = 'refuse'
  const db = await openUserDb(userId, register)
  await db.outbox.bulkPut([waitingOp({ userId }), waitingOp({ userId })])
  open()
  const { getByText, getByRole, queryByText } = await card()
  await waitFor(() => expect(getByText('2 changes, photos and files wait here.')).toBeTruthy())
  expect(getByText(/wait until all of it is sent from here/)).toBeTruthy()
  expect(getByRole('link', { name: 'Look at it' }).getAttribute('href')).toBe('/outbox')
  expect(queryByText(/before you change over/)).toBeNull()
  await db.outbox.clear()
  db.close()
  await waitFor(() => expect(getByText(/send what waits here before/)).toBeTruthy())
  expect(queryByText(/ wait here\./)).toBeNull()
})

test.each([
  [
    'a window of its own',
    () =>
      vi.stubGlobal('matchMedia', (media: string) => ({
        media,
        matches: /standalone/.test(media),
        addEventListener() {},
        removeEventListener() {},
      })),
  ],
  ['an icon of an iPhone', () => isOn({ standalone: true })],
])('nothing of it is left in %s', async (_, installed) => {
  installed()
  const hand = open()
  expect((await card()).getByText('Caredesk runs as an app of its own here.')).toBeTruthy()
  expect((await card()).queryByRole('button')).toBeNull()
  expect((await card()).queryByRole('listitem')).toBeNull()
  expect(await entry(hand)).toBeNull()
})

test('once it is installed the offer goes, whoever installed it', async () => {
  open()
  browserOffers()
  await screen.findByText(OFFER)
  act(() => void window.dispatchEvent(new Event('appinstalled')))
  await waitFor(() => expect(screen.queryByText(OFFER)).toBeNull())
})
