// @vitest-environment jsdom
import { act, fireEvent, render } from '@testing-library/react'
import { createElement, useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { forgetKeys } from './burst.ts'
import { hasEarly, hearEarly, onEarly } from './early.ts'
import { listenToGuns } from './gun.ts'
import { listenToKeys } from './listen.ts'
import { SCANNED_CODE } from './scanned-record.ts'
import { hasScans, isByGun, onScans, takeForShell, useScans } from './scans.ts'

let now = 10_000
let stop = () => {}
let got: string[] = []
let leave = () => {}

beforeEach(() => {
  vi.useFakeTimers()
  const stopKeys = listenToKeys()
  const stopGuns = listenToGuns()
  stop = () => {
    stopKeys()
    stopGuns()
  }
  got = []
  leave = takeForShell(code => void got.push(code))
})
afterEach(() => {
  stop()
  leave()
  forgetKeys()
  vi.useRealTimers()
  document.body.replaceChildren()
})

/** The same numbers in every run, so that what fails fails again. */
let seed = 1
function random(below: number): number {
  seed = (seed * 48_271) % 2_147_483_647
  return seed % below
}

/** Presses a key, and writes its sign into a field that may have it. Answers whether the page still got it. */
function press(key: string, after: number, on: Element = document.body, more: KeyboardEventInit = {}): boolean {
  now += after
  vi.advanceTimersByTime(after)
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more })
  Object.defineProperty(event, 'timeStamp', { value: now })
  const passes = on.dispatchEvent(event)
  if (
    passes &&
    key.length === 1 &&
    !more.ctrlKey &&
    (on instanceof HTMLInputElement || on instanceof HTMLTextAreaElement)
  )
    fireEvent.change(on, { target: { value: on.value + key } })
  return passes
}
const pause = () => vi.advanceTimersByTime((now += 300) && 300)

const SIGNS = 'ABCDEFGHJKMNPQRSTVWXYZabcdefghjk0123456789-/.'
const code = (least = 6) => Array.from({ length: least + random(14) }, () => SIGNS[random(SIGNS.length)]).join('')

/** A field as the app has them: React holds what is in it. */
function field(props: Record<string, unknown> = {}, kind: 'input' | 'textarea' = 'input') {
  const saved = vi.fn((event: Event) => event.preventDefault())
  const Form = () => {
    const [text, setText] = useState('as it was')
    return createElement(
      'form',
      { onSubmit: saved as never },
      createElement(kind, {
        ...props,
        value: text,
        onChange: (event: { target: HTMLInputElement }) => setText(event.target.value),
      }),
      createElement('button', { type: 'submit' }, 'Save'),
    )
  }
  render(createElement(Form))
  const input = document.querySelector<HTMLInputElement>(kind)!
  return { input, saved }
}

describe('a thousand scans', () => {
  it('outside of fields arrive whole, in their order, and press nothing', () => {
    const { saved } = field()
    const button = document.querySelector('button')!
    const scanned: string[] = []
    for (let at = 0; at < 1_000; at += 1) {
      const text = code(3)
      scanned.push(text)
      const on = at % 2 ? button : document.body
      // Ten a second and faster: not every one begins after a silence.
      press(text[0]!, at % 3 ? 120 + random(100) : 20 + random(60), on)
      for (const sign of text.slice(1)) press(sign, 5 + random(46), on)
      const ends = (['Enter', 'Tab'] as const)[at % 2]!
      expect(press(ends, 5 + random(46), on)).toBe(false)
    }
    expect(got).toEqual(scanned)
    expect(saved).not.toHaveBeenCalled()
    expect(document.querySelector('input')!.value).toBe('as it was')
  })

  it.each(['input', 'textarea'] as const)('into an ordinary %s leave it as it was, and submit nothing', kind => {
    const { input, saved } = field({}, kind)
    const scanned: string[] = []
    for (let at = 0; at < 1_000; at += 1) {
      const text = code()
      scanned.push(text)
      press(text[0]!, 120 + random(300), input)
      for (const sign of text.slice(1)) press(sign, 5 + random(46), input)
      expect(press('Enter', 5 + random(46), input)).toBe(false)
      expect(input.value).toBe('as it was')
    }
    expect(got).toEqual(scanned)
    expect(saved).not.toHaveBeenCalled()
  })
})

describe('a thousand words', () => {
  it.each(['input', 'textarea'] as const)('typed fast into an %s lose no letter, and are no scans', kind => {
    const { input } = field({}, kind)
    let typed = 'as it was'
    for (let at = 0; at < 1_000; at += 1) {
      const word = `${code(1)} `
      typed += word
      // A fast typist; now and then two keys come together.
      for (const sign of word) press(sign, random(10) === 0 ? 8 : 45 + random(60), input)
      const passes = press('Enter', 45 + random(60), input)
      // The end of a line is a sign as well.
      if (kind === 'textarea') expect(passes).toBe(true)
    }
    expect(input.value).toBe(typed)
    expect(got).toEqual([])
  })

  it('outside of fields are none: what people press is slow', () => {
    field()
    for (let at = 0; at < 200; at += 1) {
      for (const sign of code(1)) press(sign, 101 + random(200))
      expect(press('Enter', 101 + random(100))).toBe(true)
    }
    expect(got).toEqual([])
  })

  it('in an open list are what is looked for there, unless a gun typed them', () => {
    const list = document.body.appendChild(document.createElement('div'))
    list.setAttribute('role', 'listbox')
    for (const sign of 'cash') press(sign, 70, list)
    expect(press('Enter', 80, list)).toBe(true)
    expect(got).toEqual([])
    pause()
    for (const sign of 'KW-10') press(sign, 12, list)
    expect(press('Enter', 12, list)).toBe(false)
    expect(got).toEqual(['KW-10'])
  })
})

describe('a scan', () => {
  const scan = (text: string, on?: Element, ends = 'Enter') => {
    for (const sign of text) press(sign, 12, on)
    return press(ends, 12, on)
  }

  it('into a field for codes leaves it to the shell, which says what it is to hold', () => {
    const into: unknown[] = []
    leave()
    leave = takeForShell((code, at) => void into.push(code, at))
    const { input, saved } = field({ 'data-code': true })
    expect(scan(']C1KWP24-118219', input)).toBe(false)
    expect(input.value).toBe('as it was')
    // A gun that ends with no key at all.
    pause()
    for (const sign of 'KWP24-118220') press(sign, 12, input)
    pause()
    expect(input.value).toBe('as it was')
    expect(into).toEqual([']C1KWP24-118219', input, 'KWP24-118220', input])
    expect(saved).not.toHaveBeenCalled()
  })

  it('into a field for records goes to that field as a code, and leaves what stood there', () => {
    const { input, saved } = field({ role: 'combobox' })
    const around = input.form!
    around.dataset.record = ''
    const codes: string[] = []
    around.addEventListener(SCANNED_CODE, event => codes.push((event as CustomEvent<string>).detail))
    for (const text of ['KWP24-118219', 'HS-0417']) {
      pause()
      for (const sign of text) press(sign, 10, input)
      press('Enter', 10, input)
    }
    // What people type there looks for a record.
    pause()
    for (const sign of 'Rose') press(sign, 140, input)
    expect([codes, input.value, got]).toEqual([['KWP24-118219', 'HS-0417'], 'as it wasRose', []])
    expect(saved).not.toHaveBeenCalled()
  })

  it('into the middle of a note leaves the caret there; a text of rows keeps each as a line', () => {
    const { input, saved } = field({}, 'textarea')
    input.setSelectionRange(2, 5)
    expect(scan('KWP24-118219', input)).toBe(false)
    expect([input.value, input.selectionStart, input.selectionEnd]).toEqual(['as it was', 2, 5])
    expect(got).toEqual(['KWP24-118219'])
    input.dataset.rows = ''
    pause()
    expect(scan('KWP24-118220', input)).toBe(true)
    expect(input.value).toBe('as it wasKWP24-118220')
    expect(got).toHaveLength(1)
    expect(saved).not.toHaveBeenCalled()
  })

  it('takes the place of what was looked for before', () => {
    const { input, saved } = field({ type: 'search' })
    expect(scan('KWP24-118219', input)).toBe(false)
    expect(input.value).toBe('KWP24-118219')
    expect(got).toEqual([])
    expect(saved).not.toHaveBeenCalled()
  })

  it('is all that a field which takes scans holds, with the ends of its parts, whatever ends it', () => {
    const { input, saved } = field()
    input.form!.dataset.scan = ''
    const ends = [['Enter'], ['Tab'], ['j', { ctrlKey: true }], ['m', { ctrlKey: true }]] as const
    for (const [key, more] of ends) {
      pause()
      for (const sign of '21KWP24') press(sign, 12, input)
      expect(press(']', 12, input, { ctrlKey: true })).toBe(false)
      for (const sign of '10LOT') press(sign, 12, input)
      // Enter submits the form by itself.
      expect(press(key, 12, input, more)).toBe(key === 'Enter')
      expect(input.value).toBe('21KWP24\u001d10LOT')
    }
    expect(saved).toHaveBeenCalledTimes(ends.length - 1)
    // At once after another one.
    for (const sign of 'NEXT-1') press(sign, 12, input)
    press('Tab', 12, input)
    expect(input.value).toBe('NEXT-1')
    // A slow device parts the first sign from the others; what was typed by mistake long before is no part of it.
    press('x', 1_000, input)
    press('K', 1_000, input)
    press('W', 180, input)
    for (const sign of '24-118219') press(sign, 12, input)
    press('Tab', 12, input)
    expect(input.value).toBe('KW24-118219')
    expect(got).toEqual([])
  })

  it('is heard whole in an ordinary field, too, which keeps none of its ends', () => {
    const { input, saved } = field()
    for (const sign of '21KWP24') press(sign, 12, input)
    expect(press(']', 12, input, { ctrlKey: true })).toBe(false)
    for (const sign of '10LOT') press(sign, 12, input)
    expect(press('m', 12, input, { ctrlKey: true })).toBe(false)
    expect(got).toEqual(['21KWP24\u001d10LOT'])
    expect(input.value).toBe('as it was')
    expect(saved).not.toHaveBeenCalled()
  })

  it('of few signs, or that stumbles, is one as well', () => {
    const { input } = field()
    scan('0042', input)
    pause()
    for (const [at, sign] of Array.from('KWP24-118219').entries()) press(sign, at === 6 ? 80 : 12, input)
    press('Enter', 70, input)
    expect(got).toEqual(['0042', 'KWP24-118219'])
    expect(input.value).toBe('as it was')
  })

  it.each(Array.from({ length: 10 }, (_, at) => 5 + at * 5))(
    'from a gun of %i ms leaves an ordinary field alone',
    gap => {
      const { input, saved } = field()
      for (const sign of 'KWP24-118219') press(sign, gap, input)
      expect(press('Enter', gap, input)).toBe(false)
      expect(got).toEqual(['KWP24-118219'])
      expect(input.value).toBe('as it was')
      expect(saved).not.toHaveBeenCalled()
    },
  )

  it('goes through behind no question: the shell says so', () => {
    const own: string[] = []
    const told: unknown[] = []
    leave()
    leave = takeForShell((code, at) => void told.push(code, at))
    const Taker = () => {
      useScans(text => own.push(text))
      return null
    }
    render(createElement(Taker))
    document.body.insertAdjacentHTML('beforeend', '<div aria-modal="true"></div>')
    scan('BEHIND-1')
    document.querySelector('[aria-modal]')!.remove()
    pause()
    scan('BEFORE-1')
    expect([own, told]).toEqual([['BEFORE-1'], ['BEHIND-1', 'behind']])
  })

  it('that no key ends is one, too, and never out of a few letters', () => {
    for (const sign of 'KWP24-118219') press(sign, 12)
    pause()
    for (const sign of 'abc') press(sign, 12)
    pause()
    expect(got).toEqual(['KWP24-118219'])
  })

  it('keeps the ends of its parts, and ends with the keys that guns send for a new line', () => {
    for (const sign of '21KWP24') press(sign, 12)
    expect(press(']', 12, document.body, { ctrlKey: true })).toBe(false)
    for (const sign of '10LOT') press(sign, 12)
    expect(press('j', 12, document.body, { ctrlKey: true })).toBe(false)
    // Two keys at the end are one end.
    expect(press('Enter', 12)).toBe(false)
    expect(got).toEqual(['21KWP24\u001d10LOT'])
  })

  it('belongs to the part of the page that takes scans, and to the shell when that is gone', () => {
    const own: string[] = []
    const Taker = ({ takes }: { takes: boolean }) => {
      useScans(takes ? text => own.push(text) : null)
      return null
    }
    const page = render(createElement(Taker, { takes: true }))
    scan('FIRST-1')
    pause()
    page.rerender(createElement(Taker, { takes: false }))
    scan('SECOND-2')
    pause()
    page.unmount()
    scan('THIRD-3')
    expect([own, got]).toEqual([['FIRST-1'], ['SECOND-2', 'THIRD-3']])
  })

  it('waits for the shell, and is not heard behind the lock', () => {
    leave()
    const heard = vi.fn()
    const quiet = onScans(heard)
    scan('EARLY-1')
    expect([heard.mock.calls.length, hasScans()]).toEqual([1, true])
    act(() => void (leave = takeForShell(text => void got.push(text))))
    expect([got, hasScans()]).toEqual([['EARLY-1'], false])
    quiet()
    pause()
    document.documentElement.classList.add('locked')
    scan('LOCKED-1')
    document.documentElement.classList.remove('locked')
    expect(got).toEqual(['EARLY-1'])
  })

  it('is by a gun in a field that takes scans, however slow, and what people type is not', () => {
    const { input } = field()
    const form = input.form!
    form.dataset.scan = ''
    const told: boolean[] = []
    form.addEventListener('submit', () => told.push(isByGun()))
    for (const gap of [5, 48, 150]) {
      pause()
      for (const sign of 'KWP24-118219') press(sign, gap, input)
      if (press('Enter', gap, input)) form.requestSubmit()
    }
    pause()
    form.requestSubmit()
    expect(told).toEqual([true, true, false, false])
  })

  it('that ends with Tab goes the same way in a field that takes scans', () => {
    const { input, saved } = field()
    input.form!.dataset.scan = ''
    expect(scan('KWP24-118219', input, 'Tab')).toBe(false)
    expect(saved).toHaveBeenCalledOnce()
    expect(got).toEqual([])
  })
})

describe('before anything hears guns', () => {
  it('keeps what is read for it, asks for it at the end of a scan, and leaves a field what was typed into it', () => {
    stop()
    hearEarly()
    const asked = vi.fn()
    const silent = onEarly(asked)
    const { input } = field()
    for (const sign of 'SECRET') press(sign, 5, input)
    press('Enter', 5, input)
    pause()
    expect(asked).not.toHaveBeenCalled()
    for (const sign of 'LZR24-1') press(sign, 5)
    press('Enter', 5)
    expect(asked).toHaveBeenCalled()
    expect(hasEarly()).toBe(true)
    pause()
    // Half of it comes before, half of it after.
    for (const sign of 'LZR') press(sign, 5)
    stop = listenToGuns()
    expect(got).toEqual(['LZR24-1'])
    for (const sign of '24-2') press(sign, 5)
    press('Enter', 5)
    expect(got).toEqual(['LZR24-1', 'LZR24-2'])
    silent()
  })
})
