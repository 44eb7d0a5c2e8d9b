import { act, fireEvent, render } from '@testing-library/react'
import { useRef } from 'react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { useVirtualRows } from './use-virtual-rows.ts'

const keyOf = (index: number) => index

function List({ count }: { count: number }) {
  const list = useRef<HTMLDivElement>(null)
  const { rows } = useVirtualRows({ list, count, height: 40, above: 60, keyOf, keep: [] })
  return (
    <div ref={list} data-testid="rows">
      {rows.map(({ index }) => (
        <div key={index} data-index={index} />
      ))}
    </div>
  )
}

test('rows let the pointer through while they move, and are there for it again when they stand', () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const { getByTestId } = render(<List count={1_000} />)
  const rows = getByTestId('rows')
  fireEvent.scroll(window)
  expect(rows.style.pointerEvents).toBe('none')
  act(() => void vi.advanceTimersByTime(60))
  fireEvent.scroll(window)
  act(() => void vi.advanceTimersByTime(60))
  expect(rows.style.pointerEvents).toBe('none')
  act(() => void vi.advanceTimersByTime(60))
  expect(rows.style.pointerEvents).toBe('')
})
