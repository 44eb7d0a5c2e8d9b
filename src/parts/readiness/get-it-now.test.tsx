import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { useReadiness } from '#src/data/use-readiness.ts'
import { markConnection } from '#src/offline/connection.ts'
import { AtWork, begin, speakEnglish } from '../../../tests/support/at-work.tsx'
import { syncDouble, type SyncDouble } from '../../../tests/support/sync-double.ts'
import { GetItNow } from './get-it-now.tsx'
import { ReadinessBadge } from './readiness-badge.tsx'
import { ReadinessLines } from './readiness-lines.tsx'

let server: SyncDouble
let userId = 6_900
/** What the service worker is asked, and how many pieces of the app it lacks. */
let asked: unknown[]
let lacking: number
let fills: boolean

beforeAll(() => speakEnglish('readiness', 'problems', 'ui'))
beforeEach(async () => {
  server = syncDouble()
  userId += 1
  asked = []
  lacking = 2
  fills = true
  const controller = {
    postMessage: (message: { fill: boolean }, [port]: MessagePort[]) => {
      asked.push(message)
      if (message.fill && fills) lacking = 0
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port has none
      port!.postMessage({ missing: lacking })
    },
  }
  Object.defineProperty(navigator, 'serviceWorker', { value: { controller }, configurable: true })
  await begin({ userId, permissions: ['52-a'] })
})
afterEach(() => Reflect.deleteProperty(navigator, 'serviceWorker'))

function Card() {
  const device = useReadiness()
  return (
    <>
      {device.looked && <ReadinessLines {...device.looked} />}
      <GetItNow device={device} />
    </>
  )
}
const open = async () => {
  render(
    <AtWork userId={userId}>
      <Card />
    </AtWork>,
  )
  expect(await screen.findByText('The app is not whole on this device yet')).toBeTruthy()
  return userEvent.setup({ delay: null })
}
const still = 'Some of it is still missing'
const failed = /^Not everything could be fetched/
const press = () => screen.findByRole('button', { name: 'Get it now' })

test('the service worker is asked whether the app is whole, and fetches what is not when it is pressed', async () => {
  const hand = await open()
  expect(asked).not.toContainEqual({ type: 'IS_WHOLE', fill: true })
  await hand.click(await press())
  expect(await screen.findByText('Every page opens without a connection')).toBeTruthy()
  expect(asked).toContainEqual({ type: 'IS_WHOLE', fill: true })
  expect(screen.queryByText(failed)).toBeNull()
})

test('a pull that does not come through is said, with why, until it does', async () => {
  fills = false
  const hand = await open()
  await hand.click(await press())
  expect(await screen.findByText(still)).toBeTruthy()
  // All numbers are in hand by now and no record is missing, so that nothing but the pull asks the server.
  server.state.network = 'refuse'
  await hand.click(await press())
  expect(await screen.findByText(failed)).toHaveProperty(
    'textContent',
    expect.stringContaining('The server cannot be reached.'),
  )
  server.state.network = 'up'
  await hand.click(await press())
  expect(await screen.findByText(still)).toBeTruthy()
  expect(screen.queryByText(failed)).toBeNull()
})

test('what has come meanwhile is seen soon, without anybody asking', async () => {
  await open()
  lacking = 0
  expect(await screen.findByText('Every page opens without a connection', {}, { timeout: 20_000 })).toBeTruthy()
})

test('a device that is full is not said to be ready for offline', async () => {
  lacking = 0
  onTestFinished(() => act(() => markConnection({ trouble: null })))
  render(
    <AtWork userId={userId}>
      <ReadinessBadge />
      <Card />
    </AtWork>,
  )
  expect(await screen.findByRole('button', { name: 'Ready for offline' }, { timeout: 20_000 })).toBeTruthy()
  act(() => markConnection({ trouble: 'storageFull' }))
  expect(await screen.findByText(/^Only 0 .* left$/)).toBeTruthy()
  expect(await screen.findByRole('button', { name: 'Not ready for offline, 1 missing' })).toBeTruthy()
  expect(screen.queryByText('Ready for offline')).toBeNull()
})
