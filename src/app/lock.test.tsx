import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { readSession, writeShared } from '#src/offline/device.ts'
import { touch } from '#src/offline/presence.ts'
import { begin, speakEnglish } from '../../tests/support/at-work.tsx'
import { learnPassword, rememberPassword } from '#src/session/arrival.ts'
import { noteArrival, wishToBeRemembered } from '#src/session/remembered.ts'
import { readReason } from '#src/session/session.ts'
import { isLocked, isSharedDevice, lockNow, setSharedDevice, startLock, unlock, watchLock } from '#src/session/lock.ts'
import { ITERATIONS, isPasswordOf, makeVerifier } from '#src/session/verifier.ts'
import { LockHost } from './lock-host.tsx'

const MINUTE = 60_000
const answer = vi.fn<() => Response | Promise<Response>>()
const problem = (status: number, code: string, message = code) =>
  Response.json({ code, message, requestId: 'r' }, { status })
const unreachable = () => Promise.reject(new TypeError('Failed to fetch'))
let stop: (() => void) | undefined

beforeAll(async () => {
  await speakEnglish('shell', 'ui', 'auth')
})
beforeEach(async () => {
  localStorage.clear()
  sessionStorage.clear()
  document.title = 'Orders · Caredesk'
  answer.mockReset()
  answer.mockImplementation(() => problem(400, 'invalid'))
  vi.stubGlobal('fetch', async () => answer())
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  await begin({ userId: 77, permissions: [], name: 'Meera Nair' })
})
afterEach(() => {
  stop?.()
  stop = undefined
  unlock()
  vi.useRealTimers()
})

/** The app starts on this device. */
async function start(shared: boolean) {
  await writeShared(shared)
  await startLock()
  stop = watchLock()
}

function Form() {
  const [text, setText] = useState('')
  return (
    <>
      <input aria-label="Remark" value={text} onChange={event => setText(event.target.value)} />
      <LockHost />
    </>
  )
}
const password = () => screen.findByLabelText('Password of Meera Nair')

test('a shared device locks itself after the minutes of the house without a touch, and not before', async () => {
  await start(true)
  await vi.advanceTimersByTimeAsync(9 * MINUTE)
  act(() => touch())
  await vi.advanceTimersByTimeAsync(9 * MINUTE)
  expect(isLocked()).toBe(false)
  await vi.advanceTimersByTimeAsync(MINUTE + 1_000)
  expect(isLocked()).toBe(true)
})

test('a device of one person never locks itself, and a house may want none to', async () => {
  await start(false)
  await vi.advanceTimersByTimeAsync(60 * MINUTE)
  expect(isLocked()).toBe(false)
  stop?.()
  await begin({ userId: 77, permissions: [], house: { lockMinutes: 0 } })
  await start(true)
  await vi.advanceTimersByTimeAsync(60 * MINUTE)
  expect(isLocked()).toBe(false)
})

test('a device whose clock was ahead and is set right locks itself as any other', async () => {
  await start(true)
  const now = Date.now()
  vi.setSystemTime(now + 365 * 24 * 60 * MINUTE)
  act(() => touch())
  vi.setSystemTime(now)
  await vi.advanceTimersByTimeAsync(9 * MINUTE)
  expect(isLocked()).toBe(false)
  await vi.advanceTimersByTimeAsync(11 * MINUTE)
  expect(isLocked()).toBe(true)
})

test('one that was put away unlocked is locked when it is taken up again, before anything is drawn', async () => {
  await start(true)
  act(() => touch())
  stop?.()
  vi.setSystemTime(Date.now() + 11 * MINUTE)
  await startLock()
  expect(isLocked()).toBe(true)
  expect(document.documentElement.classList.contains('locked')).toBe(true)
})

test('behind the lock nothing can be seen, and everything is as it was once the password is typed', async () => {
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  await start(true)
  render(<Form />)
  await user.type(screen.getByLabelText('Remark'), 'half a sentence')
  act(() => lockNow())
  expect(await screen.findByRole('heading', { name: 'Locked' })).toBeTruthy()
  await waitFor(() => expect(document.title).toBe('Locked · Caredesk'))
  document.title = 'Order 4711 of Mrs Rao · Caredesk'
  await waitFor(() => expect(document.title).toBe('Locked · Caredesk'))
  await waitFor(async () => expect(document.activeElement).toBe(await password()))

  await user.type(await password(), 'wrong{Enter}')
  expect(await screen.findByText(/4 tries are left/)).toBeTruthy()
  answer.mockImplementation(() => Response.json({ until: new Date().toISOString() }))
  await user.clear(await password())
  await user.type(await password(), 'right{Enter}')
  await waitFor(() => expect(document.getElementById('lock')).toBeNull())
  expect(document.documentElement.classList.contains('locked')).toBe(false)
  expect(screen.getByLabelText<HTMLInputElement>('Remark').value).toBe('half a sentence')
  expect(document.activeElement).toBe(screen.getByLabelText('Remark'))
  expect(document.title).toBe('Order 4711 of Mrs Rao · Caredesk')
})

test('without a connection the device knows the password by itself, and counts wrong ones over a reload', async () => {
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  await start(true)
  await rememberPassword(77, 'right')
  answer.mockImplementation(unreachable)
  render(<Form />)
  act(() => lockNow())
  for (const left of [4, 3]) {
    await user.type(await password(), 'wrong{Enter}')
    expect(await screen.findByText(new RegExp(`${left} tries are left`))).toBeTruthy()
  }
  await startLock()
  await user.type(await password(), 'wrong{Enter}')
  expect(await screen.findByText(/2 tries are left/)).toBeTruthy()
  await user.clear(await password())
  await user.type(await password(), 'right{Enter}')
  await waitFor(() => expect(isLocked()).toBe(false))
})

test('a network that is there and silent counts as none after five seconds, where the device knows the password', async () => {
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  // The browser's own clock cannot be turned.
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(after => {
    const given = new AbortController()
    setTimeout(() => given.abort(new DOMException('Too long', 'TimeoutError')), after)
    return given.signal
  })
  onTestFinished(() => void vi.restoreAllMocks())
  await start(true)
  await rememberPassword(77, 'right')
  answer.mockImplementation(() => new Promise(() => undefined))
  render(<Form />)
  act(() => lockNow())
  await user.type(await password(), 'right{Enter}')
  await waitFor(() => expect(answer).toHaveBeenCalledTimes(1))
  await vi.advanceTimersByTimeAsync(4_000)
  expect(isLocked()).toBe(true)
  await vi.advanceTimersByTimeAsync(1_000)
  await waitFor(() => expect(isLocked()).toBe(false))
})

test('a shared device learns a changed password, and the old one opens nothing any more', async () => {
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  await start(true)
  await rememberPassword(77, 'old')
  await learnPassword('new')
  answer.mockImplementation(unreachable)
  render(<Form />)
  act(() => lockNow())
  await user.type(await password(), 'old{Enter}')
  expect(await screen.findByText(/4 tries are left/)).toBeTruthy()
  await user.clear(await password())
  await user.type(await password(), 'new{Enter}')
  await waitFor(() => expect(isLocked()).toBe(false))
})

test('a device that one person uses learns no password', async () => {
  await start(false)
  await learnPassword('right')
  expect((await readSession())?.verifier).toBeUndefined()
})

test('a device that cannot judge the password says so, and counts nothing', async () => {
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  await start(true)
  answer.mockImplementation(unreachable)
  render(<Form />)
  act(() => lockNow())
  await user.type(await password(), 'right{Enter}')
  expect(await screen.findByText(/this device cannot check your password by itself yet/)).toBeTruthy()
  expect(localStorage.getItem('lockTries')).toBeNull()
  answer.mockImplementation(() => problem(429, 'too-many', 'Please wait.'))
  await user.type(await password(), '{Enter}')
  expect(await screen.findByText('Please wait.')).toBeTruthy()
  expect(localStorage.getItem('lockTries')).toBeNull()
})

test('the tabs of a device lock and open together', async () => {
  await start(true)
  localStorage.setItem('locked', '1')
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'locked' })))
  expect(document.documentElement.classList.contains('locked')).toBe(true)
  localStorage.removeItem('locked')
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'locked' })))
  expect(document.documentElement.classList.contains('locked')).toBe(false)
})

test('every tab hears that the device is shared, and that it is no more', async () => {
  await start(false)
  vi.resetModules()
  const other = await import('#src/session/lock.ts')
  await other.setSharedDevice(true)
  await waitFor(() => expect(isSharedDevice()).toBe(true))
  await vi.advanceTimersByTimeAsync(11 * MINUTE)
  expect(isLocked()).toBe(true)
  unlock()
  await other.setSharedDevice(false)
  await waitFor(() => expect(isSharedDevice()).toBe(false))
  await vi.advanceTimersByTimeAsync(60 * MINUTE)
  expect(isLocked()).toBe(false)
})

test('what the device keeps of a password is salted, slow, under a key that cannot be read, and only there while it is shared', async () => {
  expect(ITERATIONS).toBeGreaterThanOrEqual(600_000)
  const [one, two] = [await makeVerifier('Straße 77', 1_000), await makeVerifier('Straße 77', 1_000)]
  expect(Buffer.from(one!.salt)).not.toEqual(Buffer.from(two!.salt))
  expect(Buffer.from(one!.proof)).not.toEqual(Buffer.from(two!.proof))
  expect(one!.key.extractable).toBe(false)
  expect(await isPasswordOf(one!, 'Straße 77'.normalize('NFD'))).toBe(true)
  expect(await isPasswordOf(one!, 'Straße 78')).toBe(false)
  expect((await readSession())?.verifier).toBeUndefined()
  await setSharedDevice(true)
  await rememberPassword(77, 'right')
  expect((await readSession())?.verifier?.iterations).toBe(ITERATIONS)
  await setSharedDevice(false)
  expect((await readSession())?.verifier).toBeUndefined()
})

test('two presses lead from the lock to the form with the name of whoever is next', async () => {
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  const replace = vi.fn<(address: string) => void>()
  vi.stubGlobal('location', Object.assign(new URL('http://localhost:3000/home'), { replace }))
  await start(true)
  for (const name of ['ravi', 'meera.nair']) {
    wishToBeRemembered(true)
    await noteArrival(name)
  }
  render(<LockHost />)
  act(() => lockNow())
  await user.click(await screen.findByRole('button', { name: 'Sign in as somebody else' }))
  const next = await screen.findByRole('button', { name: 'ravi' })
  // Whose lock it is unlocks it.
  expect(screen.queryByRole('button', { name: 'meera.nair' })).toBeNull()
  await user.click(next)
  await waitFor(() => expect(replace).toHaveBeenCalledWith('/sign-in'))
  expect(readReason()).toEqual({ kind: 'chosen', next: 'ravi' })
  expect(await readSession()).toBeNull()
})
