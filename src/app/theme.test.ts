// @vitest-environment jsdom
import { readFileSync } from 'node:fs'
import { runInThisContext } from 'node:vm'
import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import {
  applyTheme,
  changeTheme,
  chooseLayout,
  chooseMode,
  followSystem,
  leaveBlank,
  readTheme,
  resetTheme,
  useTheme,
  type Theme,
} from './theme.ts'

const defaults = {
  themeSchema: 'default',
  direction: 'ltr',
  mode: 'light',
  panelExpand: false,
  controlSize: 'md',
  layout: { type: 'collapsibleSide', sideNavCollapse: false },
}
const root = document.documentElement
const meta = document.head.appendChild(Object.assign(document.createElement('meta'), { name: 'theme-color' }))
const look = () => ({
  classes: [...root.classList],
  colorScheme: root.style.colorScheme,
  dir: root.dir,
  schema: root.dataset.schema,
  size: root.dataset.controlSize,
  bar: meta.content,
})
const stored = () => JSON.parse(localStorage.getItem('theme')!) as unknown

let dark: EventTarget & { matches: boolean }
const systemTurns = (toDark: boolean) => {
  dark.matches = toDark
  act(() => void dark.dispatchEvent(new Event('change')))
}

beforeEach(() => {
  localStorage.clear()
  root.className = ''
  dark = Object.assign(new EventTarget(), { matches: false })
  vi.stubGlobal('matchMedia', () => dark)
  // Whoever comes reads anew.
  renderHook(useTheme).unmount()
})
afterEach(() => vi.unstubAllGlobals())

describe('the theme', () => {
  it('starts light, left to right, at the middle size, with the collapsible side', () => {
    expect(readTheme(null)).toStrictEqual(defaults)
  })

  it('reads what was stored and takes the default for what it does not know', () => {
    const kept = {
      mode: 'dark',
      direction: 'up',
      controlSize: 'lg',
      themeSchema: 7,
      layout: { sideNavCollapse: true },
    }
    expect(readTheme(JSON.stringify(kept))).toStrictEqual({
      ...defaults,
      mode: 'dark',
      controlSize: 'lg',
      layout: { type: 'collapsibleSide', sideNavCollapse: true },
    })
    for (const broken of ['{', '3', '"dark"', '[]', 'null']) expect(readTheme(broken)).toStrictEqual(defaults)
  })

  it('is kept whole under its key, with exactly the specified fields, and shown at once', () => {
    const { result } = renderHook(useTheme)
    act(() => changeTheme({ mode: 'dark', direction: 'rtl' }))
    expect(result.current).toStrictEqual({ ...defaults, mode: 'dark', direction: 'rtl' })
    expect(stored()).toStrictEqual({ ...defaults, mode: 'dark', direction: 'rtl' })
    expect(look()).toStrictEqual({
      classes: ['dark'],
      colorScheme: 'dark',
      dir: 'rtl',
      schema: 'default',
      size: 'md',
      bar: '#0e1110',
    })
  })

  it('holds for the page where the store is full', () => {
    const { result } = renderHook(useTheme)
    const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    onTestFinished(() => full.mockRestore())
    act(() => changeTheme({ themeSchema: 'green' }))
    expect(result.current.themeSchema).toBe('green')
    expect(look().schema).toBe('green')
  })

  it('colours the bar of the browser like the page', () => {
    const css = readFileSync('src/tokens.css', 'utf8')
    const grounds = [...css.matchAll(/--bg: (#[0-9a-f]{6});/g)].map(match => match[1])
    expect(grounds).toHaveLength(2)
    const bars = (['light', 'dark'] as const).map(mode => {
      applyTheme({ ...readTheme(null), mode })
      return look().bar
    })
    expect(bars).toEqual(grounds)
  })

  it('follows another tab, whose panel is its own', () => {
    const { result } = renderHook(useTheme)
    act(() => {
      window.dispatchEvent(
        new StorageEvent('storage', {
          key: 'theme',
          newValue: '{"mode":"dark","themeSchema":"green","panelExpand":true}',
        }),
      )
    })
    expect(result.current).toMatchObject({ mode: 'dark', themeSchema: 'green', panelExpand: false })
    expect(look()).toMatchObject({ classes: ['dark'], schema: 'green' })
  })

  it('is read anew by whoever comes: it may have been changed elsewhere while nobody looked', () => {
    renderHook(useTheme).unmount()
    localStorage.setItem('theme', '{"themeSchema":"orange"}')
    expect(renderHook(useTheme).result.current.themeSchema).toBe('orange')
  })

  it('goes back to the first day, and the panel stays as it is', () => {
    act(() => changeTheme({ themeSchema: 'purple', panelExpand: true, controlSize: 'xs', followSystem: true }))
    act(resetTheme)
    expect(stored()).toStrictEqual({ ...defaults, panelExpand: true })
  })
})

describe('following the system', () => {
  it('is a flag of ours; the mode that is kept is the one that shows', () => {
    const { result } = renderHook(useTheme)
    dark.matches = true
    act(followSystem)
    expect(stored()).toStrictEqual({ ...defaults, mode: 'dark', followSystem: true })
    expect(result.current.mode).toBe('dark')
    systemTurns(false)
    expect(result.current.mode).toBe('light')
    expect(look().classes).toEqual(['light'])
    expect(stored()).toStrictEqual({ ...defaults, mode: 'light', followSystem: true })
  })

  it('ends with a choice of one’s own, and leaves nothing behind', () => {
    const { result } = renderHook(useTheme)
    act(followSystem)
    act(() => chooseMode('dark'))
    expect(stored()).toStrictEqual({ ...defaults, mode: 'dark' })
    systemTurns(true)
    systemTurns(false)
    expect(result.current.mode).toBe('dark')
  })

  it('is not done unasked', () => {
    const { result } = renderHook(useTheme)
    systemTurns(true)
    expect(result.current.mode).toBe('light')
    expect(look().classes).not.toContain('dark')
  })
})

describe('the blank layout', () => {
  it('remembers what was there before it, and gives it back', () => {
    act(() => chooseLayout('framelessSide'))
    expect(stored()).toStrictEqual({ ...defaults, layout: { type: 'framelessSide', sideNavCollapse: false } })
    act(() => chooseLayout('blank'))
    act(() => chooseLayout('blank'))
    expect((stored() as Theme).layout).toStrictEqual({
      type: 'blank',
      sideNavCollapse: false,
      previousType: 'framelessSide',
    })
    act(leaveBlank)
    expect((stored() as Theme).layout).toStrictEqual({ type: 'framelessSide', sideNavCollapse: false })
  })

  it('is left for the first layout where nothing was before it', () => {
    for (const layout of ['{"type":"blank"}', '{"type":"blank","previousType":"blank"}']) {
      window.dispatchEvent(new StorageEvent('storage', { key: 'theme', newValue: `{"layout":${layout}}` }))
      localStorage.setItem('theme', `{"layout":${layout}}`)
      const { unmount } = renderHook(useTheme)
      act(leaveBlank)
      expect((stored() as Theme).layout.type).toBe('collapsibleSide')
      unmount()
    }
  })
})

describe('before the first paint', () => {
  const script = readFileSync('public/theme.js', 'utf8')
  const kept = [
    null,
    '{"mode":"dark","direction":"rtl","themeSchema":"purple","controlSize":"xs"}',
    '{"mode":"dark","followSystem":true}',
    '{"mode":"light","followSystem":"yes"}',
    '{"mode":"grey","direction":"","themeSchema":null,"controlSize":"xl"}',
    '{',
    'null',
    '[]',
  ]

  it.each(kept)('the page looks as it will after it: %s', text => {
    for (const matches of [true, false]) {
      dark.matches = matches
      localStorage.clear()
      root.className = ''
      if (text !== null) localStorage.setItem('theme', text)
      runInThisContext(script)
      const before = look()
      expect(before.classes).toHaveLength(1)
      applyTheme(readTheme(text))
      expect(look()).toStrictEqual(before)
    }
  })

  it('the script is the first that is loaded, and waits for nothing', () => {
    const html = readFileSync('index.html', 'utf8')
    expect(/<script[^>]*>/.exec(html)?.[0]).toBe('<script src="/theme.js">')
    expect(html.indexOf('theme-color')).toBeLessThan(html.indexOf('/theme.js'))
  })

  it('where nobody is signed in it goes on following the system and other tabs', () => {
    localStorage.setItem('theme', '{"followSystem":true}')
    runInThisContext(script)
    expect(look().classes).toEqual(['light'])
    systemTurns(true)
    expect(look().classes).toEqual(['dark'])
    localStorage.setItem('theme', '{"direction":"rtl"}')
    window.dispatchEvent(new StorageEvent('storage', { key: 'theme' }))
    expect(look()).toMatchObject({ classes: ['light'], dir: 'rtl' })
  })
})
