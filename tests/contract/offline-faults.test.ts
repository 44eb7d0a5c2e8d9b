import { readFileSync } from 'node:fs'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'

/** What may go wrong offline: the book says where each is tested. */
const rows = readFileSync('docs/offline-faults.md', 'utf8')
  .split('\n')
  .filter(line => /^\| \d+ /.test(line))
  .map(line => ({ number: Number(line.split(' ')[1]), line }))
const named = rows.flatMap(({ number, line }) =>
  [...line.matchAll(/`([^`]+)` \*(.+?)\*(?=<br>| \|$)/g)].map(([, file, name]) => [number, file!, name!] as const),
)

type Ways = 'always' | 'sometimes' | 'never'

/**
 * The tests of a file by their names, and whether they run: not where they, or what they stand in, are skipped or still to be
 * written; and not on every machine where that hangs on something. What is commented out is no test.
 */
function testsIn(file: string, source: string): ReadonlyMap<string, Ways> {
  const found = new Map<string, Ways>()
  const tables = new Map<string, ts.Expression>()
  // A name that is there twice, and skipped once, shows nothing.
  const note = (name: string, ways: Ways) => found.set(name, lesser(ways, found.get(name) ?? 'always'))
  const visit = (node: ts.Node, around: Ways) => {
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer)
      tables.set(node.name.text, node.initializer)
    const told = ts.isCallExpression(node) ? toldBy(node) : null
    const runs = told ? lesser(around, told.runs) : around
    if (told?.name === '%s') for (const name of textsIn(told.rows, tables)) note(name, runs)
    else if (told) note(told.name, runs)
    ts.forEachChild(node, child => visit(child, runs))
  }
  visit(ts.createSourceFile(file, source, ts.ScriptTarget.Latest), 'always')
  return found
}

/** What `it.each(rows)('%s', …)` may be called: every text in its rows, also where they stand in a table above it. */
function textsIn(nodes: readonly ts.Node[], tables: Map<string, ts.Expression>): string[] {
  return nodes.flatMap(node => {
    if (ts.isStringLiteralLike(node)) return [node.text]
    const table = ts.isIdentifier(node) ? tables.get(node.text) : undefined
    const inner: ts.Node[] = table ? [table] : []
    ts.forEachChild(node, child => void inner.push(child))
    return textsIn(inner, table ? new Map() : tables)
  })
}

/** Of two that stand in each other, what is left of the inner one. */
const lesser = (a: Ways, b: Ways): Ways =>
  (['never', 'sometimes'] as const).find(way => way === a || way === b) ?? 'always'

type Told = { name: string; runs: Ways; rows: readonly ts.Expression[] }

/** `it.skip('name', …)` and its like. */
function toldBy({ expression, arguments: [name, ...more] }: ts.CallExpression): Told | null {
  if (!name || !ts.isStringLiteralLike(name)) return null
  const words = new Set([...wordsOf(expression), ...more.flatMap(optionsOf)])
  if (!['it', 'test', 'describe'].some(word => words.has(word))) return null
  const isOne = (...these: string[]) => these.some(word => words.has(word))
  return {
    name: name.text,
    runs: isOne('skip', 'todo', 'fails') ? 'never' : isOne('skipIf', 'runIf') ? 'sometimes' : 'always',
    rows: ts.isCallExpression(expression) ? expression.arguments : [],
  }
}
/** `it.skipIf(isRoot).each(rows)` says it, skipIf and each. */
function wordsOf(node: ts.Expression): string[] {
  if (ts.isIdentifier(node)) return [node.text]
  if (ts.isPropertyAccessExpression(node)) return [...wordsOf(node.expression), node.name.text]
  if (ts.isCallExpression(node)) return wordsOf(node.expression)
  return ts.isTaggedTemplateExpression(node) ? wordsOf(node.tag) : []
}
/** `it('name', { skip: true }, …)` */
const optionsOf = (node: ts.Expression): string[] =>
  ts.isObjectLiteralExpression(node)
    ? node.properties.flatMap(({ name }) => (name && ts.isIdentifier(name) ? [name.text] : []))
    : []

const files = new Map<string, ReadonlyMap<string, Ways>>()
function runs(file: string, name: string): Ways | undefined {
  const tests = files.get(file) ?? testsIn(file, readFileSync(file, 'utf8'))
  files.set(file, tests)
  return tests.get(name)
}

/** Where the tests of each level lie. */
const places: Readonly<Record<string, RegExp>> = {
  U: /^(src|contract|sw)\//,
  S: /simulation|long-outage/,
  I: /^tests\/server\//,
  B: /^tests\/(journeys|screens)\//,
}

describe('the faults that offline work must survive', () => {
  it('are all in the book, each once', () => {
    expect(rows.map(({ number }) => number)).toEqual(Array.from({ length: 51 }, (_, at) => at + 1))
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
