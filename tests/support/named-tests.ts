import { readFileSync } from 'node:fs'
import ts from 'typescript'

/** The tests that a row of a page in `docs` names, as `file` and *name*. */
export const namedIn = (row: string): (readonly [file: string, name: string])[] =>
  [...row.matchAll(/`([^`]+)` \*(.+?)\*(?=<br>| \|)/g)].map(([, file, name]) => [file!, name!] as const)

type Ways = 'always' | 'sometimes' | 'never'

/**
 * The tests of a file by their names, and whether they run: not where they, or what they stand in, are skipped or still to be
 * written; and not on every machine where that hangs on something. What is commented out is no test.
 */
export function testsIn(file: string, source: string): ReadonlyMap<string, Ways> {
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
/** Whether a test of this name is there, and runs. */
export function runs(file: string, name: string): Ways | undefined {
  const tests = files.get(file) ?? testsIn(file, readFileSync(file, 'utf8'))
  files.set(file, tests)
  return tests.get(name)
}
