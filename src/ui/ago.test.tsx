import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { formatDateTime } from '#src/lib/format.ts'
import { serverNow } from '#src/lib/clock.ts'
import { Ago } from './ago.tsx'
import { partTexts } from './testing.ts'

const MINUTE = 60_000

beforeAll(partTexts)
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
})
afterEach(() => {
  vi.useRealTimers()
  Reflect.deleteProperty(document, 'visibilityState')
})

const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms))
const said = () => screen.getByRole('time').textContent

test('a moment is further back a minute later, without anybody doing anything, and keeps its exact time', () => {
  const at = new Date(serverNow() - 4 * MINUTE - 5_000).toISOString()
  render(<Ago at={at} />)
  expect(said()).toBe('4 min ago')
  pass(MINUTE)
  expect(said()).toBe('5 min ago')
  pass(60 * MINUTE)
  expect(said()).toBe('1 hr ago')
  const time = screen.getByRole('time')
  expect([time.title, time.getAttribute('datetime')]).toEqual([formatDateTime(at), at])
})

test('a page that nobody looked at says the right time as soon as somebody does', () => {
  const look = (visibilityState: string) => {
    Object.defineProperty(document, 'visibilityState', { value: visibilityState, configurable: true })
    act(() => void document.dispatchEvent(new Event('visibilitychange')))
  }
  render(<Ago at={new Date(serverNow() - 65_000).toISOString()} />)
  expect(said()).toBe('1 min ago')
  look('hidden')
  pass(10 * MINUTE)
  expect(said()).toBe('1 min ago')
  look('visible')
  expect(said()).toBe('11 min ago')
})
