import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { begin, speakEnglish } from '../../tests/support/at-work.tsx'
import { ConfirmPasswordHost } from './confirm-host.tsx'
import { withConfirmed } from './confirm.ts'

beforeAll(async () => {
  await speakEnglish('shell', 'ui', 'auth')
})

const answer = vi.fn<(password: string) => Response | Promise<Response>>()
const refusal = { state: 'refused', code: 'confirm-needed' }
const isRefused = (result: { state: string }) => result.state === 'refused'
let confirmed = false
const work = vi.fn(async () => (confirmed ? { state: 'saved' } : refusal))

beforeEach(async () => {
  localStorage.clear()
  confirmed = false
  work.mockClear()
  answer.mockReset()
  answer.mockImplementation(password => {
    if (password !== 'right') return problem(400, 'invalid', 'That is not your password.')
    confirmed = true
    return Response.json({ until: new Date().toISOString() })
  })
  vi.stubGlobal('fetch', async (request: Request) => answer(((await request.json()) as { password: string }).password))
  await begin({ userId: 77, permissions: [] })
  render(
    <>
      <button>Save</button>
      <ConfirmPasswordHost />
    </>,
  )
})

const problem = (status: number, code: string, message: string) =>
  Response.json({ code, message, requestId: 'r' }, { status })
const field = () => screen.findByLabelText('Your password')

test('a refused deed asks for the password, says why, and is done once it is right', async () => {
  const user = userEvent.setup()
  screen.getByRole('button', { name: 'Save' }).focus()
  const done = withConfirmed(work, isRefused)
  expect(await screen.findByText(/so your password is needed once more/)).toBeTruthy()
  await user.type(await field(), 'wrong{Enter}')
  expect(await screen.findByText('That is not your password.')).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Your password')))
  await user.clear(await field())
  await user.type(await field(), 'right{Enter}')
  expect(await done).toEqual({ state: 'saved' })
  expect(work).toHaveBeenCalledTimes(2)
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Save' })))
})

test('cancelling gives the refusal back as it was, and asks nobody', async () => {
  const done = withConfirmed(work, isRefused)
  await field()
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(await done).toBe(refusal)
  expect(work).toHaveBeenCalledTimes(1)
  expect(answer).not.toHaveBeenCalled()
})

test('the server asks to wait: its words stand at the field and what was typed stays', async () => {
  answer.mockImplementation(() => problem(429, 'too-many', 'Too many attempts. Please wait.'))
  const done = withConfirmed(work, isRefused)
  await userEvent.type(await field(), 'right{Enter}')
  expect(await screen.findByText('Too many attempts. Please wait.')).toBeTruthy()
  expect(((await field()) as HTMLInputElement).value).toBe('right')
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(await done).toBe(refusal)
})

test('two deeds that are refused at once ask once', async () => {
  const both = Promise.all([withConfirmed(work, isRefused), withConfirmed(work, isRefused)])
  await userEvent.type(await field(), 'right{Enter}')
  expect(await both).toEqual([{ state: 'saved' }, { state: 'saved' }])
  expect(answer).toHaveBeenCalledTimes(1)
})

test('what is not refused is done without a word', async () => {
  confirmed = true
  expect(await withConfirmed(work, isRefused)).toEqual({ state: 'saved' })
  expect(screen.queryByLabelText('Your password')).toBeNull()
})
