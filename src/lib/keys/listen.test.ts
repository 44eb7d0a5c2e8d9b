// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { render } from '@testing-library/react'
import { createElement } from 'react'
import { forgetKeys } from './burst.ts'
import { listenToKeys } from './listen.ts'
import { setShortcutsOff, useShortcut, type ShortcutName } from './shortcuts.ts'

let now = 10_000
let stop = () => {}

beforeEach(() => {
  vi.useFakeTimers()
  stop = listenToKeys()
})
afterEach(() => {
  stop()
  forgetKeys()
  setShortcutsOff([])
  vi.useRealTimers()
  document.body.replaceChildren()
})

/** Presses a key that many milliseconds after the one before. Answers whether the page still got it. */
function press(key: string, after = 150, more: KeyboardEventInit = {}, on: Element = document.body): boolean {
  now += after
  vi.advanceTimersByTime(after)
  const code = /^[a-z]$/i.test(key) ? `Key${key.toUpperCase()}` : ''
  const event = new KeyboardEvent('keydown', { key, code, bubbles: true, cancelable: true, ...more })
  Object.defineProperty(event, 'timeStamp', { value: now })
  return on.dispatchEvent(event)
}
const scan = (label: string, on?: Element) => {
  for (const sign of label) press(sign, 12, {}, on)
  return press('Enter', 12, {}, on)
}

const offer = (...names: ShortcutName[]) => {
  const ran: string[] = []
  const Page = () => {
    for (const name of names) useShortcut(name, () => ran.push(name))
    return null
  }
  return { ran, page: render(createElement(Page)) }
}
const field = (html: string) => {
  document.body.insertAdjacentHTML('beforeend', html)
  return document.body.querySelector('input, textarea, button')!
}

describe('a shortcut', () => {
  it('runs what the page offers, and only while the page is there', () => {
    const { ran, page } = offer('palette', 'create')
    expect(press('k', 150, { ctrlKey: true })).toBe(false)
    press('c', 150, { altKey: true })
    expect(ran).toEqual(['palette', 'create'])
    page.unmount()
    expect(press('k', 150, { ctrlKey: true })).toBe(true)
    expect(ran).toEqual(['palette', 'create'])
  })

  it('works in a field when it has a modifier, and not when it is a sign that one may want to write', () => {
    const { ran } = offer('save', 'search', 'sheet')
    const input = field('<input>')
    press('s', 150, { ctrlKey: true }, input)
    press('/', 150, {}, input)
    press('?', 150, { shiftKey: true }, input)
    vi.advanceTimersByTime(500)
    expect(ran).toEqual(['save'])
  })

  it('is not what AltGr writes', () => {
    const { ran } = offer('create', 'save', 'edit')
    press('©', 150, { altKey: true, ctrlKey: true, code: 'KeyC' })
    press('s', 150, { altKey: true, ctrlKey: true })
    expect(ran).toEqual([])
  })

  it('that undoes leaves a field which is typed into its own undo', () => {
    const { ran } = offer('undo')
    expect(press('z', 150, { ctrlKey: true }, field('<input>'))).toBe(true)
    expect(ran).toEqual([])
    expect(press('z', 150, { ctrlKey: true })).toBe(false)
    expect(ran).toEqual(['undo'])
  })

  it('is found by its place where the layout writes other letters', () => {
    const { ran } = offer('create')
    press('с', 150, { altKey: true, code: 'KeyC' })
    expect(ran).toEqual(['create'])
  })

  it('does nothing when this person has switched it off', () => {
    const { ran } = offer('palette', 'create')
    setShortcutsOff(['palette'])
    press('k', 150, { ctrlKey: true })
    press('c', 150, { altKey: true })
    expect(ran).toEqual(['create'])
  })

  it('waits behind a question that has to be answered first, and behind the lock', () => {
    const { ran } = offer('palette')
    document.body.insertAdjacentHTML('beforeend', '<div role="dialog" aria-modal="true"></div>')
    press('k', 150, { ctrlKey: true })
    document.body.replaceChildren()
    document.documentElement.classList.add('locked')
    press('k', 150, { ctrlKey: true })
    document.documentElement.classList.remove('locked')
    expect(ran).toEqual([])
    press('k', 150, { ctrlKey: true })
    expect(ran).toEqual(['palette'])
  })

  it('belongs to the part of the page that came last', () => {
    const { ran } = offer('create')
    const later = vi.fn()
    const Later = () => {
      useShortcut('create', later)
      return null
    }
    render(createElement(Later))
    press('c', 150, { altKey: true })
    expect(later).toHaveBeenCalledOnce()
    expect(ran).toEqual([])
  })
})

describe('a bare sign', () => {
  it('runs after a silence before and after it', () => {
    const { ran } = offer('search', 'sheet')
    press('/', 100)
    expect(ran).toEqual([])
    vi.advanceTimersByTime(100)
    expect(ran).toEqual(['search'])
    press('?', 200, { shiftKey: true })
    vi.advanceTimersByTime(100)
    expect(ran).toEqual(['search', 'sheet'])
  })

  it.each(['/1234567890', 'CD/2024?11', '????', 'ab/'])('does not run out of the scan of %s', label => {
    const { ran } = offer('search', 'sheet', 'create', 'palette')
    scan(label)
    vi.advanceTimersByTime(1_000)
    expect(ran).toEqual([])
  })
})

describe('a scan', () => {
  it('runs no shortcut with a modifier either', () => {
    const { ran } = offer('create', 'save')
    for (const sign of 'CD7') press(sign, 10)
    press('s', 10, { ctrlKey: true })
    press('c', 10, { altKey: true })
    expect(ran).toEqual([])
  })

  it('never submits a form and never presses a button', () => {
    expect(scan('8901030865278', field('<input>'))).toBe(false)
    document.body.replaceChildren()
    expect(scan('8901030865278', field('<button>Delete</button>'))).toBe(false)
    const button = document.querySelector('button')!
    for (const sign of 'CD12') press(sign, 10, {}, button)
    expect(press(' ', 10, {}, button)).toBe(false)
  })

  it('ends with Enter where a scan is waited for, in a password out of a manager, and between two lines', () => {
    for (const html of ['<div data-scan><input></div>', '<input type="password">', '<textarea></textarea>']) {
      document.body.replaceChildren()
      expect(scan('8901030865278', field(html))).toBe(true)
    }
  })

  it('is not what people type: Enter after it works at once', () => {
    const input = field('<input>')
    for (const sign of 'Fast typist') press(sign, 60, {}, input)
    expect(press('Enter', 60, {}, input)).toBe(true)
    // Two letters struck together, and a key that is held, are none either.
    press('a', 300, {}, input)
    press('b', 5, {}, input)
    expect(press('Enter', 90, {}, input)).toBe(true)
    press('x', 300, {}, input)
    for (let i = 0; i < 10; i += 1) press('x', 30, { repeat: true }, input)
    expect(press('Enter', 60, {}, input)).toBe(true)
  })
})
