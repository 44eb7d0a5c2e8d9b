import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { listenToKeys } from '#src/lib/keys/listen.ts'
import { partTexts } from './testing.ts'
import { dismissToast, shownToasts, tellFar, toast, UNTIL_DONE } from './toast.ts'
import { Toaster } from './toaster.tsx'

beforeAll(partTexts)
beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  act(() => {
    for (const { id } of shownToasts()) dismissToast(id)
  })
  vi.useRealTimers()
})
const pass = (ms: number) =>
  act(() => {
    vi.advanceTimersByTime(ms)
  })
const say = (...args: Parameters<typeof toast>) => act(() => void toast(...args))
const region = () => screen.getByRole('region', { name: 'Notifications' })

describe('what a toast offers to undo', () => {
  beforeEach(() => {
    const stop = listenToKeys()
    return stop
  })
  const undoKeys = () => fireEvent.keyDown(document.body, { key: 'z', code: 'KeyZ', ctrlKey: true })

  it('is undone by Ctrl+Z, the last one first, each once', () => {
    const undone: string[] = []
    render(<Toaster />)
    say('One', { undo: () => undone.push('one') })
    say('Two', { undo: () => undone.push('two') })
    say('Nothing to undo')
    act(() => void undoKeys())
    act(() => void undoKeys())
    act(() => void undoKeys())
    expect(undone).toEqual(['two', 'one'])
    expect(shownToasts().map(toast => toast.message)).toEqual(['Nothing to undo'])
  })

  it('is not undone by Ctrl+Z any more when its ten seconds are over', () => {
    const undo = vi.fn()
    render(<Toaster />)
    say('One', { undo })
    pass(9_999)
    expect(screen.getByRole('button', { name: 'Undo' }).getAttribute('aria-keyshortcuts')).toBe('Control+Z')
    pass(1)
    act(() => void undoKeys())
    expect(undo).not.toHaveBeenCalled()
  })
})

describe('a toast', () => {
  it('of what is under way says how far that is, and stays until it is dismissed', () => {
    render(<Toaster />)
    say('Putting back', { far: '0 of 9', duration: UNTIL_DONE })
    const { id } = shownToasts()[0]!
    act(() => tellFar(id, '4 of 9'))
    pass(600_000)
    expect(screen.getByText('4 of 9')).toBeTruthy()
    act(() => dismissToast(id))
    expect(shownToasts()).toEqual([])
  })

  it('is made from anywhere, is read out, and stays for eight seconds', () => {
    render(<Toaster />)
    say('Order 002311 confirmed')
    expect(screen.getByRole('status').textContent).toBe('Order 002311 confirmed')
    pass(7999)
    expect(screen.queryByText('Order 002311 confirmed')).toBeTruthy()
    pass(1)
    expect(screen.queryByText('Order 002311 confirmed')).toBeNull()
  })

  it('cannot be made to go sooner, and with an action stays longer', () => {
    render(<Toaster />)
    say('Saved', { duration: 100 })
    say('Archived', { action: { label: 'Undo', onSelect: () => undefined } })
    pass(8000)
    expect(screen.queryByText('Saved')).toBeNull()
    expect(screen.queryByText('Archived')).toBeTruthy()
    pass(2000)
    expect(screen.queryByText('Archived')).toBeNull()
  })

  it('waits while the pointer rests on it and goes on where it was', () => {
    render(<Toaster />)
    say('Saved')
    pass(5000)
    fireEvent.mouseEnter(region())
    pass(60_000)
    expect(screen.queryByText('Saved')).toBeTruthy()
    fireEvent.mouseLeave(region())
    pass(2999)
    expect(screen.queryByText('Saved')).toBeTruthy()
    pass(1)
    expect(screen.queryByText('Saved')).toBeNull()
  })

  it('is reached with F6, waits while the focus is on it, and F6 leads back', () => {
    render(
      <>
        <button type="button">Work</button>
        <Toaster />
      </>,
    )
    say('Saved', { action: { label: 'Undo', onSelect: () => undefined } })
    const work = screen.getByRole('button', { name: 'Work' })
    work.focus()
    fireEvent.keyDown(work, { key: 'F6' })
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Undo' }))
    pass(60_000)
    expect(screen.queryByText('Saved')).toBeTruthy()
    fireEvent.keyDown(document.activeElement!, { key: 'F6' })
    expect(document.activeElement).toBe(work)
    pass(10_000)
    expect(screen.queryByText('Saved')).toBeNull()
  })

  it('undoes once and goes, and the focus returns to the work', () => {
    const undo = vi.fn()
    render(
      <>
        <button type="button">Work</button>
        <Toaster />
      </>,
    )
    say('Archived', { action: { label: 'Undo', onSelect: undo } })
    screen.getByRole('button', { name: 'Work' }).focus()
    fireEvent.keyDown(document.activeElement!, { key: 'F6' })
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
    expect(undo).toHaveBeenCalledOnce()
    expect(shownToasts()).toEqual([])
    expect(document.activeElement?.textContent).toBe('Work')
  })

  it('goes with Escape', () => {
    render(<Toaster />)
    say('Saved')
    fireEvent.keyDown(screen.getByRole('button', { name: 'Dismiss' }), { key: 'Escape' })
    expect(shownToasts()).toEqual([])
  })

  it('leaves F6 to others when there is none', () => {
    render(<Toaster />)
    const heard = vi.fn()
    window.addEventListener('keydown', heard)
    const event = new KeyboardEvent('keydown', { key: 'F6', cancelable: true })
    window.dispatchEvent(event)
    window.removeEventListener('keydown', heard)
    expect(heard).toHaveBeenCalledOnce()
    expect(event.defaultPrevented).toBe(false)
  })

  it('makes room: no more than three at a time, the newest stay', () => {
    render(<Toaster />)
    for (const text of ['one', 'two', 'three', 'four']) say(text)
    expect(shownToasts().map(toast => toast.message)).toEqual(['two', 'three', 'four'])
  })
})
