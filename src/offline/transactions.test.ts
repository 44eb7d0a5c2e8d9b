import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'

/**
 * A transaction of the browser's database ends by itself as soon as anything else is awaited in it, and what is written then
 * is half there. So in each, and in every function of ours that it calls, nothing is awaited but the database.
 */

/** What a store or a query is asked: all of it answers within the transaction. */
const OF_THE_DATABASE = new Set(
  `get put add delete update modify bulkGet bulkPut bulkDelete clear count first last keys primaryKeys uniqueKeys lastKey toArray
   each find`.split(/\s+/),
)
/** Handed in by whoever opens the transaction: the functions among its arguments are looked at too. */
const HANDED_IN = new Set(['work', 'known', 'rowsOf'])
const OPENS = new Set(['transaction', 'inQuickStep', 'inOneStep'])
/** Ends a transaction also where its answer is awaited elsewhere. */
const ELSEWHERE = /\b(fetch|ask|callApi|setTimeout|navigator|crypto\.subtle|sha256)\b|\bimport\(/

type Body = ts.FunctionDeclaration | ts.ArrowFunction | ts.FunctionExpression
const isFunction = (node: ts.Node | undefined): node is Body =>
  node !== undefined && (ts.isFunctionDeclaration(node) || ts.isArrowFunction(node) || ts.isFunctionExpression(node))

const read = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(name => /(?<!\.test)\.tsx?$/.test(name))
    .map(name => [`${folder}/${name}`, readFileSync(`${folder}/${name}`, 'utf8')] as const)

/** What of these files could end a transaction, and how many are opened. */
function lookThrough(files: readonly (readonly [string, string])[]) {
  const sources = files.map(([file, text]) => ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true))
  /** The functions of each file by their names, and in which other file those are that it has imported. */
  const functions = new Map<string, Body>()
  const imports = new Map<string, string>()
  const opened: Body[] = []
  const at = (node: ts.Node, name: string) => `${node.getSourceFile().fileName} ${name}`
  const collect = (node: ts.Node): void => {
    if (ts.isFunctionDeclaration(node) && node.name) functions.set(at(node, node.name.text), node)
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && isFunction(node.initializer))
      functions.set(at(node, node.name.text), node.initializer)
    if (ts.isImportSpecifier(node)) {
      const from = (node.parent.parent.parent.moduleSpecifier as ts.StringLiteral).text
      const file = from.startsWith('.') ? join(dirname(node.getSourceFile().fileName), from) : from.replace(/^#/, '')
      imports.set(at(node, node.name.text), `${file} ${(node.propertyName ?? node.name).text}`)
    }
    if (ts.isCallExpression(node) && OPENS.has(lastName(node.expression)))
      opened.push(...node.arguments.flatMap(given => (isFunction(given) ? [given] : [])))
    ts.forEachChild(node, collect)
  }
  for (const source of sources) collect(source)

  const problems = new Set<string>()
  const seen = new Set<ts.Node>()
  const place = (node: ts.Node) => `${node.getSourceFile().fileName}: ${node.getText().slice(0, 60)}`
  const own = (called: ts.Identifier): Body | undefined => {
    const here = at(called, called.text)
    return functions.get(here) ?? functions.get(imports.get(here) ?? '')
  }
  const mayBeAwaited = (node: ts.Expression): boolean => {
    if (ts.isParenthesizedExpression(node)) return mayBeAwaited(node.expression)
    if (ts.isConditionalExpression(node)) return mayBeAwaited(node.whenTrue) && mayBeAwaited(node.whenFalse)
    if (!ts.isCallExpression(node)) return false
    const { expression: called } = node
    // What they are made of is looked at as the rest is: a function of ours, or what a store is asked.
    if (called.getText() === 'Promise.all') return true
    if (ts.isIdentifier(called)) return own(called) !== undefined || HANDED_IN.has(called.text)
    return OF_THE_DATABASE.has(lastName(called))
  }
  const look = (node: ts.Node): void => {
    if (ts.isAwaitExpression(node) && !mayBeAwaited(node.expression)) problems.add(place(node))
    if (ts.isCallExpression(node)) {
      const { expression: called } = node
      if (ELSEWHERE.test(called.getText()) || called.kind === ts.SyntaxKind.ImportKeyword) problems.add(place(node))
      if (ts.isIdentifier(called)) lookAt(own(called))
    }
    ts.forEachChild(node, look)
  }
  const lookAt = (one: Body | undefined) => {
    if (!one || seen.has(one)) return
    seen.add(one)
    // What an argument is where none is given runs within it too.
    one.parameters.forEach(look)
    look(one.body!)
  }
  for (const one of opened) lookAt(one)
  return { opened: opened.length, problems: [...problems] }
}

function lastName(node: ts.Expression): string {
  if (ts.isIdentifier(node)) return node.text
  return ts.isPropertyAccessExpression(node) ? node.name.text : ''
}

test('nothing but the database is awaited in any transaction', () => {
  const { opened, problems } = lookThrough([...read('src/offline'), ...read('src/data')])
  expect(problems).toEqual([])
  expect(opened).toBeGreaterThan(30)
})

test('what would end one is found, wherever it stands', () => {
  const source = `
    const deep = async () => void (await fetch('/api'))
    async function own(db) { await db.lists.get(1); await deep() }
    const one = db => db.transaction('rw', db.lists, async () => { await own(db) })
    const two = db => db.transaction('rw', db.lists, async () => { await Promise.all([db.lists.get(1), callApi('GET', '/')]) })
    const three = db => inOneStep({ db }, [], async () => { await (db ? db.lists.get(1) : later) })
    const four = db => inQuickStep(db, async () => import('./piece.ts'))
    const five = db => db.transaction('rw', db.lists, async () => { await crypto.subtle.digest('SHA-256', db) })
    const outside = async () => { await fetch('/api') }`
  expect(lookThrough([['one.ts', source]]).problems).toEqual([
    "one.ts: await fetch('/api')",
    "one.ts: fetch('/api')",
    "one.ts: callApi('GET', '/')",
    'one.ts: await (db ? db.lists.get(1) : later)',
    "one.ts: import('./piece.ts')",
    "one.ts: await crypto.subtle.digest('SHA-256', db)",
    "one.ts: crypto.subtle.digest('SHA-256', db)",
  ])
})
