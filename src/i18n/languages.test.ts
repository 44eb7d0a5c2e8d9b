// @vitest-environment jsdom
import i18next from 'i18next'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { formatDay, formatDate } from '#src/lib/format.ts'
import { followLanguage } from './follow-language.ts'
import { startTexts } from './i18n.ts'
import { languages, registered, speak, startLanguage } from './languages.ts'

beforeEach(() => localStorage.clear())
afterEach(() => {
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  history.replaceState(null, '', '/')
})

it('is English alone in a shipped build that no test drives', () => {
  vi.stubEnv('DEV', false)
  vi.stubGlobal('navigator', { webdriver: false })
  expect(registered()).toEqual(['en'])
  expect(languages()).toEqual([{ code: 'en', name: 'English' }])
  history.replaceState(null, '', '/home?lng=en-XA')
  expect(startLanguage()).toBe('en')
})

it('is asked for in the address and remembered; one that is not registered is not', () => {
  history.replaceState(null, '', '/home?lng=en-XA')
  expect(startLanguage()).toBe('en-XA')
  history.replaceState(null, '', '/home')
  expect(startLanguage()).toBe('en-XA')
  history.replaceState(null, '', '/home?lng=xx')
  expect(startLanguage(['en'])).toBe('en')
})

it('comes from the English files as the pseudo-locale, and takes the dates with it', async () => {
  vi.stubGlobal('fetch', (path: string) =>
    Promise.resolve(
      path.startsWith('/locales/en/') ? Response.json({ hello: 'Hello' }) : new Response('', { status: 404 }),
    ),
  )
  await startTexts()
  followLanguage()
  expect(formatDate('2026-11-21')).toBe('21 Nov 2026')
  await speak('en-XA')
  expect(i18next.t('hello')).toContain('Ĥéļļó')
  expect(document.documentElement.lang).toBe('en-XA')
  expect(formatDate('2026-11-21')).toBe('Nov 21, 2026')
  expect(formatDay('2026-11-21')).toBe('Sat, Nov 21')
  await speak('en')
  expect(i18next.t('hello')).toBe('Hello')
  expect(formatDate('2026-11-21')).toBe('21 Nov 2026')
})
