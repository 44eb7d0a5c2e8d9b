import { readdirSync, readFileSync } from 'node:fs'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { englishOf, keysOf } from '../support/english.ts'

// What a linter for translated texts would hold: whatever is read or heard comes from public/locales.

/** The gallery of parts is for those who build them; a browser reads the manifest before anybody has chosen a language. */
const apart = /^src\/(pages\/dev\/|app\/manifest\.ts)/
const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .map(file => `src/${file}`)
  .filter(file => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file) && !apart.test(file))

/** Attributes and properties that somebody reads or hears. */
const spoken =
  /^(title|text|label|hint|help|alt|description|message|placeholder|aria-(label|description|roledescription|valuetext)|[a-z]+(Label|Title|Text|Hint))$/

/** Units and addresses are written alike in every language. */
const sameEverywhere = /^[\s,]*(kg|mm, °C|https:\/\/)$/

const isWords = (text: string) => /\p{L}{2}/u.test(text) && !sameEverywhere.test(text)
/** A key has no spaces and no capital in front: `title: 'crud:titles.list'`. */
const isSentence = (text: string) => isWords(text) && /^\p{Lu}|\s/u.test(text)

/** The texts that a value may come to; what is only compared is none. */
function textsOf(node: ts.Node | undefined): string[] {
  if (!node) return []
  if (ts.isStringLiteralLike(node)) return [node.text]
  if (ts.isTemplateExpression(node))
    return [node.head, ...node.templateSpans.map(span => span.literal)].map(o => o.text)
  if (ts.isParenthesizedExpression(node)) return textsOf(node.expression)
  if (ts.isConditionalExpression(node)) return [...textsOf(node.whenTrue), ...textsOf(node.whenFalse)]
  if (!ts.isBinaryExpression(node)) return []
  const { kind } = node.operatorToken
  if (kind === ts.SyntaxKind.AmpersandAmpersandToken) return textsOf(node.right)
  const joins = [ts.SyntaxKind.BarBarToken, ts.SyntaxKind.QuestionQuestionToken, ts.SyntaxKind.PlusToken]
  return joins.includes(kind) ? [...textsOf(node.left), ...textsOf(node.right)] : []
}

/** Texts of a source that no language could say otherwise. */
function literalTexts(source: string, file = 'source.tsx'): string[] {
  const found: string[] = []
  const visit = (node: ts.Node) => {
    if (ts.isJsxText(node) && isWords(node.text)) found.push(node.text.trim())
    else if (ts.isJsxExpression(node) && !ts.isJsxAttribute(node.parent))
      found.push(...textsOf(node.expression).filter(isWords))
    else if (ts.isJsxAttribute(node) && spoken.test(node.name.getText())) {
      const value = node.initializer
      found.push(...textsOf(value && ts.isJsxExpression(value) ? value.expression : value).filter(isWords))
    } else if (ts.isPropertyAssignment(node) && ts.isIdentifier(node.name) && spoken.test(node.name.text))
      found.push(...textsOf(node.initializer).filter(isSentence))
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true))
  return found
}

const keysIn = (namespace: string) => keysOf(englishOf(namespace)).map(key => key.replace(/_(zero|one|other)$/, ''))

describe('texts of the interface', () => {
  it.each([
    ['between tags', '<p>Nothing here</p>', ['Nothing here']],
    ['in an attribute', '<a title="To the list" className="flex" />', ['To the list']],
    ['for a screen reader', '<a aria-label="Remove" aria-hidden="true" />', ['Remove']],
    ['by a choice', "<p>{mode === 'over' ? 'All gone' : t('stays')}</p>", ['All gone']],
    ['where there is something', "<p>{row && 'Waiting'}{row.name ?? 'Nobody'}</p>", ['Waiting', 'Nobody']],
    ['around a value', '<p>{`Of ${name}`}</p>', ['Of ']],
    ['of a question', "confirm({ title: 'Put it away?', name: 'putAway' })", ['Put it away?']],
    ['by their keys', "<p title={t('crud:list')}>{t('crud:empty')}: {1} kg</p>", []],
  ])('are found %s', (_, source, texts) => {
    expect(literalTexts(source)).toEqual(texts)
  })

  it('stand in no component', () => {
    expect(files.length).toBeGreaterThan(500)
    const found = files.flatMap(file => literalTexts(readFileSync(file, 'utf8'), file).map(text => `${file}: ${text}`))
    expect(found).toEqual([])
  })

  it('have each key once: of two that are called alike the first would never be read', () => {
    const twice = readdirSync('public/locales/en').filter(file => {
      const text = readFileSync(`public/locales/en/${file}`, 'utf8')
      return text !== `${JSON.stringify(JSON.parse(text), null, 2)}\n`
    })
    expect(twice).toEqual([])
  })

  it('are there for every key that a source asks for', () => {
    const all = readdirSync('public/locales/en')
      .map(file => file.replace('.json', ''))
      .map(name => [name, keysIn(name)] as const)
    const everywhere = new Set(all.flatMap(([, keys]) => keys))
    const named = new Set(all.flatMap(([namespace, keys]) => keys.map(key => `${namespace}:${key}`)))
    const asked = files.flatMap(file =>
      [...readFileSync(file, 'utf8').matchAll(/\bt\(\s*'([\w.:-]+)'/g)].map(one => one[1]!),
    )
    expect(asked.length).toBeGreaterThan(1_000)
    expect(asked.filter(key => !everywhere.has(key) && !named.has(key))).toEqual([])
  })
})
