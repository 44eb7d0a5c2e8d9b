import { readFileSync } from 'node:fs'
import { runInThisContext } from 'node:vm'
import { act, renderHook } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { applyTheme, changeTheme, readTheme, useTheme } from './theme.ts'

const defaults = {
  themeSchema: 'default',
  direction: 'ltr',
  mode: 'light',
  panelExpand: false,
  controlSize: 'md',
  layout: { type: 'collapsibleSide', sideNavCollapse: false },
}
const root = document.documentElement
const look = () => ({
  classes: [...root.classList],
  dir: root.dir,
  schema: root.dataset.schema,
  size: root.dataset.controlSize,
})

beforeEach(() => {
  localStorage.clear()
  root.className = ''
})

describe('the theme', () => {
  it('starts light, left to right, at the middle size, with the collapsible side', () => {
    expect(readTheme(null)).toEqual(defaults)
  })

  it('reads what was stored and takes the default for what it does not know', () => {
    const stored = {
      mode: 'dark',
      direction: 'up',
      controlSize: 'lg',
      themeSchema: 7,
      layout: { sideNavCollapse: true },
    }
    expect(readTheme(JSON.stringify(stored))).toEqual({
      ...defaults,
      mode: 'dark',
      controlSize: 'lg',
      layout: { type: 'collapsibleSide', sideNavCollapse: true },
    })
    for (const broken of ['{', '3', '"dark"', '[]', 'null']) expect(readTheme(broken)).toEqual(defaults)
  })

  it('is kept whole under its key, and shown at once', () => {
    const { result } = renderHook(useTheme)
    act(() => changeTheme({ mode: 'dark', direction: 'rtl' }))
    expect(result.current).toEqual({ ...defaults, mode: 'dark', direction: 'rtl' })
    expect(JSON.parse(localStorage.getItem('theme')!)).toEqual({ ...defaults, mode: 'dark', direction: 'rtl' })
    expect(look()).toEqual({ classes: ['dark'], dir: 'rtl', schema: 'default', size: 'md' })
  })

  it('follows another tab', () => {
    const { result } = renderHook(useTheme)
    act(() => {
      window.dispatchEvent(
        new StorageEvent('storage', { key: 'theme', newValue: '{"mode":"dark","themeSchema":"green"}' }),
      )
    })
    expect(result.current).toMatchObject({ mode: 'dark', themeSchema: 'green' })
    expect(look()).toMatchObject({ classes: ['dark'], schema: 'green' })
  })

  it('looks the same before the first paint as after it', () => {
    const script = readFileSync('public/theme.js', 'utf8')
    const stored = [
      null,
      '{"mode":"dark","direction":"rtl","themeSchema":"purple","controlSize":"xs"}',
      '{"mode":"grey","direction":"","themeSchema":null,"controlSize":"xl"}',
      '{',
      'null',
      '[]',
    ]
    for (const text of stored) {
      localStorage.clear()
      if (text !== null) localStorage.setItem('theme', text)
      runInThisContext(script)
      const before = look()
      applyTheme(readTheme(text))
      expect(look(), String(text)).toEqual(before)
    }
  })
})
