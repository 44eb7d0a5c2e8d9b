import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { namedIn, runs, testsIn } from '../support/named-tests.ts'

/** What may go wrong offline: the book says where each is tested. */
const rows = readFileSync('docs/offline-faults.md', 'utf8')
  .split('\n')
  .filter(line => /^\| \d+ /.test(line))
  .map(line => ({ number: Number(line.split(' ')[1]), line }))
const named = rows.flatMap(({ number, line }) => namedIn(line).map(([file, name]) => [number, file, name] as const))

/** Where the tests of each level lie. */
const places: Readonly<Record<string, RegExp>> = {
  U: /^(src|contract|sw)\//,
  S: /simulation|long-outage/,
  I: /^tests\/server\//,
  B: /^tests\/(journeys|screens)\//,
}

describe('the faults that offline work must survive', () => {
  it('are all in the book, each once', () => {
    expect(rows.map(({ number }) => number)).toEqual(Array.from({ length: 53 }, (_, at) => at + 1))
  })

  it('name a test that runs on every machine', () => {
    const bare = rows.filter(
      ({ number }) => !named.some(([of, file, name]) => of === number && runs(file, name) === 'always'),
    )
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

  it.each(named)('%d: %s has "%s", and it is not skipped', (_, file, name) => {
    expect(runs(file, name)).toMatch(/always|sometimes/)
  })

  it('are not shown by a test that is skipped, still to be written, or commented out', () => {
    const source = `
      it('runs', () => {})
      // it('commented out', () => {})
      it.skip('skipped', () => {})
      test.todo('to be written')
      it('by its options', { skip: true }, () => {})
      it.skip.each([1])('skipped, of each %d', () => {})
      it.skipIf(isRoot).each([1])('not on every machine', () => {})
      describe.skip('a part that is skipped', () => void it('within it', () => {}))
      describe('a part', () => void test.each([1])("one of each 'it'", () => {}))
      const table = { 'from a table': 1 }
      it.each(Object.entries(table))('%s', () => {})
      it.skip.each([['from rows', 1]])('%s', () => {})
      it('twice', () => {})
      it.skip('twice', () => {})
      expect('said elsewhere').toBe(1)`
    expect(Object.fromEntries(testsIn('of.test.ts', source))).toEqual({
      runs: 'always',
      skipped: 'never',
      'to be written': 'never',
      'by its options': 'never',
      'skipped, of each %d': 'never',
      'not on every machine': 'sometimes',
      'a part that is skipped': 'never',
      'within it': 'never',
      'a part': 'always',
      "one of each 'it'": 'always',
      'from a table': 'always',
      'from rows': 'never',
      twice: 'never',
    })
  })
})
