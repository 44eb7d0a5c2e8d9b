import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { englishOf, keysOf, leavesOf } from '../../tests/support/english.ts'

const wordsOf = (namespace: string): string[] => {
  const words = existsSync(`public/locales/en/${namespace}.json`) ? keysOf(englishOf(namespace)) : []
  return [...new Set(words.map(word => word.replace(/_(one|other)$/, '')))]
}

const sources = ['src/app', 'src/pages', 'src/parts', 'src/session', 'src/i18n']
  .flatMap(folder => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map(file => `${folder}/${file}`))
  .filter(file => /[.]tsx?$/.test(file) && !file.includes('.test.'))
  .map(file => ({ file, text: readFileSync(file, 'utf8') }))
const everything = sources.map(({ text }) => text).join('\n')

/** What a file says without naming a namespace is in those that it asks for, or in the shell's. */
const namespacesOf = (text: string) => [
  'shell',
  ...[...text.matchAll(/useTranslation\(\[?\s*'(\w+)'((?:,\s*'\w+')*)/g)].flatMap(match => [
    match[1]!,
    ...[...match[2]!.matchAll(/'(\w+)'/g)].map(more => more[1]!),
  ]),
]
const asked = sources.flatMap(({ file, text }) =>
  [...text.matchAll(/\bt\(\s*([^,()]*)/g)]
    .flatMap(match => [...match[1]!.matchAll(/'([\w-]+(?::[\w.-]+|[\w.-]*))'/g)].map(found => found[1]!))
    .map(key => ({ file, key, namespaces: namespacesOf(text) })),
)
const known = new Map<string, string[]>()
const has = (namespace: string, key: string) => {
  if (!known.has(namespace)) known.set(namespace, wordsOf(namespace))
  return known.get(namespace)!.includes(key)
}

/** Those whose words stand in these folders alone; what modules and generic screens say is held elsewhere. */
const ours = ['shell', 'home', 'palette', 'keys', 'theme', 'auth'].filter(name => wordsOf(name).length > 0)

describe('the words of the shell and its pages', () => {
  it('are all there', () => {
    expect(asked.length).toBeGreaterThan(100)
    const missing = asked.filter(({ key, namespaces }) => {
      const [first, rest] = key.split(':')
      return rest === undefined ? !namespaces.some(name => has(name, key)) : !has(first!, rest)
    })
    expect(missing.map(({ file, key }) => `${file}: ${key}`)).toEqual([])
  })

  it.each(ours)('are all used: %s', namespace => {
    // A word is used by its key in quotes, or by a template that begins it.
    const begun = [...everything.matchAll(/`(?:\w+:)?([a-zA-Z][\w.]*[.])[$]\{/g)].map(match => match[1]!)
    const isUsed = (word: string) =>
      everything.includes(`'${word}'`) ||
      everything.includes(`'${namespace}:${word}'`) ||
      begun.some(start => word.startsWith(start))
    expect(wordsOf(namespace).filter(word => !isUsed(word))).toEqual([])
  })
})

describe('counts', () => {
  const all = readdirSync('public/locales/en').map(file => file.replace('.json', ''))
  const texts = all.flatMap(namespace =>
    leavesOf(englishOf(namespace)).map(([key, text]) => ({ key: `${namespace}:${key}`, text })),
  )

  it('of one and of several have both their words', () => {
    const plural = texts.filter(({ key }) => /_(one|other)$/.test(key)).map(({ key }) => key)
    expect(plural.length).toBeGreaterThan(200)
    const twin = (key: string) =>
      key.endsWith('_one') ? key.replace(/_one$/, '_other') : key.replace(/_other$/, '_one')
    expect(plural.filter(key => !plural.includes(twin(key)))).toEqual([])
  })

  /** Said of many alone: there is a bound before it, or one has a text of its own. */
  const many = [
    'bank:screen.ledger.tooMany',
    'dispatch:titles.labels',
    'unit:screen.receive.fullText',
    'unit:screen.receive.wrong.tooMany',
  ]

  it('stand beside no noun of several that is said of one too', () => {
    const fixed = texts.filter(({ key }) => !/_(zero|one|other)$/.test(key))
    const wrong = fixed.filter(({ text }) => /\{\{count(, number)?\}\} (?:[a-z-]+ )?[a-z-]+s\b/.test(text))
    expect(wrong.map(({ key }) => key).filter(key => !many.includes(key))).toEqual([])
  })
})
