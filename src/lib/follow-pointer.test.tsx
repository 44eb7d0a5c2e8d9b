import { expect, onTestFinished, test, vi } from 'vitest'
import { followPointer } from './follow-pointer.ts'

const pointer = (type: string, clientX: number, pointerId = 1) =>
  new PointerEvent(type, { clientX, pointerId, bubbles: true })
const go = (type: string, clientX: number, pointerId?: number) =>
  window.dispatchEvent(pointer(type, clientX, pointerId))
const press = (key: string) => window.dispatchEvent(new KeyboardEvent('keydown', { key }))

/** What is heard of a pointer that is pressed at 0. */
function follow(rest?: number): string[] {
  const heard: string[] = []
  const stop = followPointer(pointer('pointerdown', 0), {
    slop: 6,
    rest,
    onMove: ({ clientX }) => void heard.push(`at ${clientX}`),
    onDrop: () => void heard.push('dropped'),
    onEnd: () => void heard.push('over'),
  })
  onTestFinished(stop)
  return heard
}

test('what hardly moves is a press', () => {
  const heard = follow()
  go('pointermove', 5)
  go('pointerup', 5)
  expect(heard).toEqual(['over'])
})

test('what goes far enough is followed until it is let go, and that is no press on what lies below', () => {
  const heard = follow()
  const clicked = vi.fn()
  document.body.addEventListener('click', clicked, { once: true })
  onTestFinished(() => document.body.removeEventListener('click', clicked))
  go('pointermove', 7)
  go('pointermove', 70, 2)
  go('pointermove', 3)
  go('pointerup', 3)
  document.body.click()
  go('pointermove', 90)
  expect(heard).toEqual(['at 7', 'at 3', 'over', 'dropped'])
  expect(clicked).not.toHaveBeenCalled()
})

test('Escape gives it up', () => {
  const heard = follow()
  go('pointermove', 20)
  press('Enter')
  press('Escape')
  go('pointerup', 30)
  expect(heard).toEqual(['at 20', 'over'])
})

test('a finger that moves at once scrolls, and one that rests takes it', () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const scrolled = follow(350)
  go('pointermove', 20)
  expect(scrolled).toEqual(['over'])

  const heard = follow(350)
  vi.advanceTimersByTime(350)
  go('pointermove', 2)
  go('pointerup', 2)
  expect(heard).toEqual(['at 0', 'at 2', 'over', 'dropped'])
  // Whatever is pressed next is a press.
  vi.runAllTimers()
})
