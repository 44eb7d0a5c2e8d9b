// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { Alone } from './alone.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function Broken(): never {
  throw new Error('a row that is none')
}

test('what breaks goes alone, and is reported', () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const reported = vi.fn()
  vi.stubGlobal('reportError', reported)
  render(
    <>
      <Alone>
        <Broken />
      </Alone>
      <p>The page</p>
    </>,
  )
  expect(screen.getByText('The page')).toBeTruthy()
  expect(reported.mock.calls).toEqual([[expect.objectContaining({ message: 'a row that is none' })]])
})
