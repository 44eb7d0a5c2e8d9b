import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { ariaKeys, chordOf, keyNames, matches } from './chord.ts'
import { chords, shortcutNames, shortcuts } from './shortcuts.ts'

/** What browsers and systems keep for themselves, or what people would miss. */
const reserved = [
  'Mod+N Mod+T Mod+W Mod+Q Mod+L Mod+P Mod+F Mod+R Mod+D Mod+H Mod+J Mod+O Mod+U Mod+A Mod+C Mod+V Mod+X Mod+Y',
  'Mod+Tab Mod+Shift+N Mod+Shift+T Mod+Shift+W Alt+F4 Alt+D Alt+E Alt+F Alt+ArrowLeft Alt+ArrowRight Alt+Home Alt+Tab',
  'F1 F3 F5 F7 F10 F11 F12 Tab Enter Escape',
].flatMap(line => line.split(' '))
/** What fields that are typed into have by themselves. */
const ofFields = ['Mod+Z']
const all = shortcutNames.flatMap(name => shortcuts[name].keys.map(keys => ({ name, keys })))

describe('the shortcuts', () => {
  it('never share a key', () => {
    const keys = all.map(one => one.keys)
    expect(keys.filter((one, i) => keys.indexOf(one) !== i)).toEqual([])
  })

  it('take nothing that belongs to the browser', () => {
    expect(all.filter(({ keys }) => reserved.includes(keys))).toEqual([])
  })

  it('leave to a field that is typed into what it can do by itself', () => {
    const taken = all.filter(({ keys }) => ofFields.includes(keys))
    expect(taken.map(({ name }) => name)).toEqual(['undo'])
    expect(taken.filter(({ name }) => !shortcuts[name].notInFields)).toEqual([])
  })

  it('have no bare letter and no bare digit, because a scan gun types those', () => {
    expect(all.filter(({ keys }) => /^(Shift[+])?[A-Z0-9]$/.test(keys))).toEqual([])
  })

  it('never need Ctrl and Alt together, which is AltGr', () => {
    expect(all.filter(({ keys }) => keys.includes('Mod+Alt') || keys.includes('Alt+Mod'))).toEqual([])
  })

  it('are each met by one press and by no other', () => {
    for (const { chord, name } of chords.filter(one => one.name !== 'hints')) {
      const letter = /^[A-Z]$/.test(chord.key)
      const press = {
        key: letter ? chord.key.toLowerCase() : chord.key,
        code: letter ? `Key${chord.key}` : /^\d$/.test(chord.key) ? `Digit${chord.key}` : '',
        ctrlKey: chord.mod,
        metaKey: false,
        altKey: chord.alt,
        shiftKey: chord.shift || chord.key === '?',
      }
      expect(chords.filter(one => matches(press, one.chord, false)).map(one => one.name)).toEqual([name])
      if (chord.mod) expect(matches({ ...press, ctrlKey: false, metaKey: true }, chord, true)).toBe(true)
    }
  })

  it('are all said in words', () => {
    const texts = JSON.parse(readFileSync('public/locales/en/keys.json', 'utf8')) as { what: object }
    expect(Object.keys(texts.what).toSorted()).toEqual(shortcutNames.toSorted())
  })
})

it('a digit is the key in the row of digits, whatever it writes there, and none that writes signs by their number', () => {
  const press = (key: string, code: string) =>
    matches({ key, code, ctrlKey: false, metaKey: false, altKey: true, shiftKey: false }, chordOf('Alt+1'), false)
  expect([press('1', 'Digit1'), press('&', 'Digit1'), press('¡', 'Digit1'), press('1', 'Numpad1')]).toEqual([
    true,
    true,
    true,
    false,
  ])
})

it('keys are written as ARIA wants them, and as they stand on the keyboard', () => {
  expect(ariaKeys('Mod+K', false)).toBe('Control+K')
  expect(ariaKeys('Mod+K', true)).toBe('Meta+K')
  expect(keyNames('Mod+Enter', false)).toEqual(['Ctrl', '↵'])
  expect(keyNames('Alt+C', true)).toEqual(['⌥', 'C'])
  expect(chordOf('Shift+F6')).toEqual({ mod: false, alt: false, shift: true, key: 'F6' })
})
