// @vitest-environment jsdom
import i18next from 'i18next'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { formatDay } from '#src/lib/format.ts'
import { followLanguage } from './follow-language.ts'
import { startTexts } from './i18n.ts'

const files: Record<string, object> = {
  '/locales/en/shell.json': { hello: 'Hello' },
  '/locales/en/ui.json': {},
  '/locales/en/auth.json': {},
  '/locales/en/task.json': { title: 'Tasks' },
  '/locales/de/shell.json': { hello: 'Hallo' },
  '/locales/de/ui.json': {},
  '/locales/de/auth.json': {},
  '/locales/en.first.json': { shell: { hello: 'Hello' }, ui: {}, auth: {} },
  '/locales/en.others.json': { task: { title: 'Tasks' }, customer: { title: 'Customers' } },
}
let refuse: (path: string, attempt: number) => Response | undefined
let asked: string[]

beforeEach(() => {
  vi.useFakeTimers()
  asked = []
  refuse = () => undefined
  vi.stubGlobal('fetch', (path: string) => {
    asked.push(path)
    const refused = refuse(path, asked.filter(one => one === path).length)
    return Promise.resolve(refused ?? new Response(JSON.stringify(files[path]), { status: files[path] ? 200 : 404 }))
  })
  for (const language of ['en', 'de'])
    for (const namespace of ['shell', 'ui', 'task']) i18next.removeResourceBundle?.(language, namespace)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
})

const said = () => document.querySelector('[role=alert]')?.textContent
const tryAgain = () => document.querySelector<HTMLButtonElement>('[role=alert] button')!.click()
const start = async (languages?: string[]) => {
  const started = startTexts(languages)
  await vi.runAllTimersAsync()
  await started
}

describe('the texts', () => {
  it('come from three static files before the first page, each read once', async () => {
    await start()
    expect(asked).toEqual(['/locales/en/shell.json', '/locales/en/ui.json', '/locales/en/auth.json'])
    expect(i18next.t('hello')).toBe('Hello')
    expect(document.documentElement.lang).toBe('en')
  })

  it('are two files once the app is built, whatever screens ask for later', async () => {
    vi.stubEnv('PROD', true)
    await start()
    expect(asked).toEqual(['/locales/en.first.json'])
    refuse = (path, attempt) =>
      path.includes('others') && attempt === 1 ? new Response('', { status: 503 }) : undefined
    const loaded = i18next.loadNamespaces(['task', 'customer'])
    await vi.runAllTimersAsync()
    await loaded
    expect([i18next.t('hello'), i18next.t('task:title'), i18next.t('customer:title')]).toEqual([
      'Hello',
      'Tasks',
      'Customers',
    ])
    expect(asked.slice(1)).toEqual(['/locales/en.others.json', '/locales/en.others.json'])
  })

  it('are asked for five more times, 350 ms apart, when the server fails', async () => {
    refuse = path => (path.includes('shell') ? new Response('', { status: 503 }) : undefined)
    const started = startTexts()
    const shell = () => asked.filter(path => path.includes('shell')).length
    for (const times of [1, 2, 3, 4, 5]) {
      await vi.advanceTimersByTimeAsync(349)
      expect(shell()).toBe(times)
      await vi.advanceTimersByTimeAsync(1)
      expect(shell()).toBe(times + 1)
    }
    await vi.advanceTimersByTimeAsync(10_000)
    expect(shell()).toBe(6)
    refuse = () => undefined
    tryAgain()
    await started
  })

  it.each([
    ['of the first page', 'shell', 503],
    ['of a screen', 'task', 503],
    ['that is not there', 'ui', 404],
  ])('%s that never arrive are said to be missing, in words of their own, until they come', async (_, file, status) => {
    refuse = path => (path.includes(file) ? new Response('', { status }) : undefined)
    let isHere = false
    const started = startTexts()
      .then(() => i18next.loadNamespaces('task'))
      .then(() => (isHere = true))
    await vi.runAllTimersAsync()
    expect(said()).toMatch(/^The texts of this page did not arrive.*Try again$/)
    expect(document.activeElement?.textContent).toBe('Try again')
    tryAgain()
    await vi.runAllTimersAsync()
    expect([said(), isHere]).toEqual([expect.stringContaining('did not arrive'), false])
    refuse = () => undefined
    tryAgain()
    await vi.runAllTimersAsync()
    await started
    expect(said()).toBeUndefined()
    expect([i18next.t('hello'), i18next.t('task:title')]).toEqual(['Hello', 'Tasks'])
  })

  it('of a language that never arrives are those of the first language', async () => {
    await start(['en', 'de'])
    refuse = path => (path.includes('/de/') ? new Response('', { status: 503 }) : undefined)
    const switched = i18next.changeLanguage('de')
    await vi.runAllTimersAsync()
    await switched
    expect([i18next.t('hello'), said()]).toEqual(['Hello', undefined])
  })

  it('arrive after a failure that passes', async () => {
    refuse = (path, attempt) => (path.includes('shell') && attempt < 3 ? new Response('', { status: 500 }) : undefined)
    await start()
    expect(i18next.t('hello')).toBe('Hello')
  })

  it('are not asked for again by themselves when there is no such file', async () => {
    refuse = path => (path.includes('ui') ? new Response('', { status: 404 }) : undefined)
    const started = startTexts()
    await vi.runAllTimersAsync()
    expect(asked.filter(path => path.includes('ui'))).toHaveLength(1)
    refuse = () => undefined
    tryAgain()
    await started
  })

  it('switch with the language, and the page and its dates with them', async () => {
    await start(['en', 'de'])
    followLanguage()
    expect(formatDay('2026-11-21')).toContain('Sat')
    const switched = i18next.changeLanguage('de')
    await vi.runAllTimersAsync()
    await switched
    expect(i18next.t('hello')).toBe('Hallo')
    expect(document.documentElement.lang).toBe('de')
    expect(formatDay('2026-11-21')).toContain('Sa')
    expect(formatDay('2026-11-21')).not.toContain('Sat')
  })
})
