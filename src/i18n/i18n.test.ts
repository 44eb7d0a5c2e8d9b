import { readdirSync, readFileSync } from 'node:fs'
import i18next from 'i18next'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { formatDay } from '#src/lib/format.ts'
import { followLanguage } from './follow-language.ts'
import { startTexts } from './i18n.ts'

const files: Record<string, object> = {
  '/locales/en/shell.json': { hello: 'Hello' },
  '/locales/en/ui.json': {},
  '/locales/de/shell.json': { hello: 'Hallo' },
  '/locales/de/ui.json': {},
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
    for (const namespace of ['shell', 'ui']) i18next.removeResourceBundle?.(language, namespace)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const start = async (languages?: string[]) => {
  const started = startTexts(languages)
  await vi.runAllTimersAsync()
  await started
}

describe('the texts', () => {
  it('come from two static files before the first page, each read once', async () => {
    await start()
    expect(asked).toEqual(['/locales/en/shell.json', '/locales/en/ui.json'])
    expect(i18next.t('hello')).toBe('Hello')
    expect(document.documentElement.lang).toBe('en')
  })

  it('are asked for five more times, the first 350 ms later, when the server fails', async () => {
    refuse = path => (path.includes('shell') ? new Response('', { status: 503 }) : undefined)
    const started = startTexts()
    const shell = () => asked.filter(path => path.includes('shell')).length
    await vi.advanceTimersByTimeAsync(349)
    expect(shell()).toBe(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(shell()).toBe(2)
    await vi.runAllTimersAsync()
    await started
    expect(shell()).toBe(6)
  })

  it('arrive after a failure that passes', async () => {
    refuse = (path, attempt) => (path.includes('shell') && attempt < 3 ? new Response('', { status: 500 }) : undefined)
    await start()
    expect(i18next.t('hello')).toBe('Hello')
  })

  it('are not asked for again when there is no such file', async () => {
    refuse = path => (path.includes('ui') ? new Response('', { status: 404 }) : undefined)
    await start()
    expect(asked.filter(path => path.includes('ui'))).toHaveLength(1)
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

const leaves = (value: unknown, path = ''): string[] =>
  typeof value === 'string'
    ? [path]
    : Object.entries(value as object).flatMap(([key, inner]) => leaves(inner, path ? `${path}.${key}` : key))

describe('the words of the shell', () => {
  const sources = ['src/app', 'src/pages', 'src/parts']
    .flatMap(folder => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map(file => `${folder}/${file}`))
    .filter(file => /[.]tsx?$/.test(file) && !file.includes('.test.'))
    .map(file => readFileSync(file, 'utf8'))
    .join('\n')
  const words = leaves(JSON.parse(readFileSync('public/locales/en/shell.json', 'utf8')))
  // A word is used by its key in quotes, or by a template that begins it.
  const used = [...sources.matchAll(/['`](?:shell:)?([a-z][A-Za-z]*(?:[.][a-zA-Z]+)+)['`]/g)].map(match => match[1]!)
  const begun = [...sources.matchAll(/`(?:shell:)?([a-z][A-Za-z.]*[.])[$]{/g)].map(match => match[1]!)
  const single = [...sources.matchAll(/\bt[(]'([a-zA-Z]+)'/g)].map(match => match[1]!)

  it('are all there', () => {
    const namespaces = ['shell', ...new Set(words.map(word => word.split('.')[0]!))]
    const wanted = [...used.filter(key => namespaces.includes(key.split('.')[0]!)), ...single]
    expect(wanted.length).toBeGreaterThan(40)
    expect(wanted.filter(key => !words.includes(key))).toEqual([])
  })

  it('are all used', () => {
    const known = new Set([...used, ...single])
    expect(words.filter(word => !known.has(word) && !begun.some(start => word.startsWith(start)))).toEqual([])
  })
})
