import { act, fireEvent, render } from '@testing-library/react'
import { useRef } from 'react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { useVirtualRows } from './use-virtual-rows.ts'

const keyOf = (index: number) => index

function List({ count, keep = [] }: { count: number; keep?: readonly number[] }) {
  const list = useRef<HTMLDivElement>(null)
  const { rows, after } = useVirtualRows({ list, count, height: 40, above: 60, keyOf, keep })
  return (
    <div ref={list} data-testid="rows" data-after={after}>
      {rows.map(({ index, gap }) => (
        <div key={index} data-index={index} data-gap={gap} />
      ))}
    </div>
  )
}

test('rows are kept from the pointer while they move, and are there for it again when they stand', () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const { getByTestId } = render(<List count={1_000} />)
  const rows = getByTestId('rows')
  fireEvent.scroll(window)
  expect(rows.dataset.moving).toBe('yes')
  act(() => void vi.advanceTimersByTime(60))
  fireEvent.scroll(window)
  act(() => void vi.advanceTimersByTime(60))
  expect(rows.dataset.moving).toBe('yes')
  act(() => void vi.advanceTimersByTime(60))
  expect(rows.dataset.moving).toBe('no')
})

/** What is drawn of a thousand rows, the first one so far from the top of a window of 768: each with the space before it. */
function drawnAt(top: number, keep?: readonly number[]) {
  const box = vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, top, 800, 40))
  onTestFinished(() => box.mockRestore())
  const { getByTestId, unmount } = render(<List count={1_000} {...(keep ? { keep } : {})} />)
  const list = getByTestId('rows')
  const rows = [...list.querySelectorAll<HTMLElement>('[data-index]')].map(({ dataset }) => ({
    index: Number(dataset.index),
    gap: Number(dataset.gap),
  }))
  const after = Number(list.dataset.after)
  unmount()
  return { rows, after }
}
const places = (rows: readonly { index: number }[]) => [rows[0]!.index, rows.at(-1)!.index, rows.length]

test('only rows in sight are drawn, and the one that the keyboard is in', () => {
  const { rows, after } = drawnAt(-4_000, [7])
  expect(rows.slice(0, 3)).toEqual([
    { index: 7, gap: 280 },
    { index: 88, gap: 3_200 },
    { index: 89, gap: 0 },
  ])
  expect(places(rows.slice(1))).toEqual([88, 131, 44])
  expect(after).toBe(868 * 40)
  expect(drawnAt(0, [999]).rows.at(-1)).toEqual({ index: 999, gap: 967 * 40 })
  expect(places(drawnAt(600).rows)).toEqual([0, 19, 20])
  expect(places(drawnAt(-90_000).rows)).toEqual([987, 999, 13])
})

test('whoever is faster than what is drawn ahead sees rows at once', () => {
  let top = 0
  const box = vi
    .spyOn(Element.prototype, 'getBoundingClientRect')
    .mockImplementation(() => new DOMRect(0, top, 800, 40))
  onTestFinished(() => box.mockRestore())
  const { getByTestId } = render(<List count={1_000} />)
  const drawn = () =>
    [...getByTestId('rows').querySelectorAll<HTMLElement>('[data-index]')].map(row => ({
      index: Number(row.dataset.index),
    }))
  expect(places(drawn())).toEqual([0, 31, 32])
  // Outside of act nothing is waited for: this is what the next frame shows.
  top = -20_000
  window.dispatchEvent(new Event('scroll'))
  expect(places(drawn())).toEqual([499, 520, 22])
  act(() => undefined)
})
