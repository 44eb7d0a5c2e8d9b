import { act, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { noteServerTime } from './clock.ts'
import { useNow } from './use-now.ts'

const Clock = () => <time>{useNow().toISOString().slice(0, 10)}</time>

test('is right as soon as the server has said that the device is a day behind', () => {
  const day = (ms: number) => new Date(ms).toISOString().slice(0, 10)
  render(<Clock />)
  expect(screen.getByText(day(Date.now()))).toBeTruthy()
  const tomorrow = Date.now() + 86_400_000
  act(() => noteServerTime(new Date(tomorrow).toISOString()))
  expect(screen.getByText(day(tomorrow))).toBeTruthy()
})
