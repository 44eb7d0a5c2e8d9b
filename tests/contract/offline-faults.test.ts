import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

/** What may go wrong offline: the book says where each is tested. */
const rows = readFileSync('docs/offline-faults.md', 'utf8')
  .split('\n')
  .filter(line => /^\| \d+ /.test(line))
  .map(line => ({ number: Number(line.split(' ')[1]), line }))
const named = rows.flatMap(({ number, line }) =>
  [...line.matchAll(/`([^`]+)` \*(.+?)\*(?=<br>| \|$)/g)].map(([, file, name]) => [number, file!, name!] as const),
)

/** Where the tests of each level lie. */
const places: Readonly<Record<string, RegExp>> = {
  U: /^(src|contract|sw)\//,
  S: /simulation/,
  I: /^tests\/server\//,
  B: /^tests\/(journeys|screens)\//,
}

describe('the faults that offline work must survive', () => {
  it('are all in the book, each once', () => {
    expect(rows.map(({ number }) => number)).toEqual(Array.from({ length: 51 }, (_, at) => at + 1))
  })

  it('name a test', () => {
    const bare = rows.filter(({ number }) => !named.some(([of]) => of === number))
    expect(bare.map(({ line }) => line)).toEqual([])
  })

  it('name one at each level that they speak of', () => {
    const missing = rows.flatMap(({ number, line }) => {
      const levels = (line.split(' | ')[2] ?? '').split(', ')
      const files = named.flatMap(([of, file]) => (of === number ? [file] : []))
      return levels.filter(level => !files.some(file => places[level]?.test(file))).map(level => `${number}: ${level}`)
    })
    expect(missing).toEqual([])
  })

  it.each(named)('%d: %s has "%s"', (_, file, name) => {
    expect(existsSync(file), file).toBe(true)
    const source = readFileSync(file, 'utf8')
    const quoted = [`'${name}'`, `\`${name}\``, `'${name.replaceAll("'", String.raw`\'`)}'`, `"${name}"`]
    expect(quoted.some(text => source.includes(text))).toBe(true)
  })
})
