import { metaOf, type FieldKind } from '#contract/fields.ts'
import type { Item, List } from '#contract/list.ts'
import { isBlank, sheetRows, type Delimiter } from '#contract/sheet.ts'
import { planSheet, type SheetPlan } from '#contract/sheet-plan.ts'
import { readValue, type Read } from '#contract/value-text.ts'
import { fieldView } from '#src/fields/view.ts'
import type { Words } from '#src/fields/words.ts'
import { fold } from '#src/lib/match.ts'
import { nothingLooked, readersHere } from '#src/data/value-text.ts'
import { placeOf } from './twin.ts'

/** One line of what was pasted: what will become of it. */
export type PasteLine = {
  /** Its place in the text, from 1. */
  number: number
  label: string
  stage?: string
  parent?: number
  /** What else a sheet with a head says of it: its code, its colour. */
  more?: Record<string, unknown>
} & ({ state: 'new' } | { state: 'known' | 'twice' } | { state: 'wrong'; problem: PasteProblem; said: string })

/** What is wrong with an item itself; the others are cells that cannot be read. */
const ofItem = ['noLabel', 'tooLong', 'noStage', 'unknownStage', 'unknownParent', 'severalParents'] as const
type ItemProblem = (typeof ofItem)[number]
export type PasteProblem = ItemProblem | Extract<Read, { wrong: string }>['wrong']
export const isOfItem = (problem: PasteProblem): problem is ItemProblem => ofItem.some(one => one === problem)

export type PasteContext = {
  list: List
  items: readonly Pick<Item, 'label' | 'parent'>[]
  /** The items that may stand above, where the list has a parent. */
  parents: readonly Pick<Item, 'id' | 'label'>[]
  /** Where new items stand if a line does not say. */
  parent: number | null
  words: Words
  /** What the person said of the text. */
  isSplit?: boolean | null
  hasHead?: boolean | null
}

const MAX_LABEL = 100

/** What a sheet cannot say of an item: the paste puts them in its own order, and looks up nothing else. */
const never: readonly FieldKind[] = ['listItem', 'listItems', 'reference', 'references', 'lines', 'files', 'address']
const moreOf = ({ fields }: List): string[] =>
  Object.entries(fields).flatMap(([name, field]) =>
    ['label', 'stage', 'position'].includes(name) || never.includes(metaOf(field).kind) ? [] : [name],
  )

/** Reads pasted lines: by their head, or a label, and after a tab or the last comma a stage or a parent where the list has one. */
export function readPaste(text: string, context: PasteContext): { sheet: SheetPlan; lines: PasteLine[] } {
  const { list, items, parents, words, isSplit = null, hasHead = null } = context
  const second = list.list.stages.length > 0 ? 'stage' : list.list.parent === null ? null : 'parent'
  const more = moreOf(list)
  const names = ['label', ...(second === null ? [] : [second]), ...more]
  const sheet = planSheet({
    text,
    targets: names.map(name => ({ name, word: words.field(name) })),
    nouns: [words.noun, words.nouns],
    place: 'label',
    isSplit,
    hasHead,
  })
  if (text.trim() === '') return { sheet, lines: [] } // going through ten thousand names for nothing would delay the keys elsewhere
  const taken = new Set(items.map(placeOf))
  const labels = new Set(items.map(({ label }) => fold(label)))
  const pasted = new Set<string>()
  const stages = new Map(
    list.list.stages.flatMap(stage => [words.stage(stage), stage].map(word => [fold(word), stage])),
  )
  const named = new Map<string, number[]>()
  for (const { id, label } of parents) named.set(fold(label), [...(named.get(fold(label)) ?? []), id])
  const readers = readersHere(nothingLooked)

  /** A head says which cell is which. A sheet splits by tabs; typed lines split at the last comma, because a label may hold one. */
  const cellsIn = (texts: readonly string[]): Record<string, string> => {
    const cells = texts.map(cell => cell.trim())
    if (sheet.head)
      return Object.fromEntries(sheet.head.flatMap((name, at) => (name === null ? [] : [[name, cells[at] ?? '']])))
    const [line = '', next] = cells
    if (next !== undefined) return { label: line, ...(second === null ? {} : { [second]: next }) }
    // What is a label as a whole is no label with something behind it.
    const comma = second === null || labels.has(fold(line)) ? -1 : line.lastIndexOf(',')
    return comma < 0 ? { label: line } : { label: line.slice(0, comma).trim(), [second!]: line.slice(comma + 1).trim() }
  }
  const read = (texts: readonly string[], number: number): PasteLine => {
    const cells = cellsIn(texts)
    const { label = '', stage = '', parent = '' } = cells
    const wrong = (problem: PasteProblem, said = ''): PasteLine => ({ number, label, state: 'wrong', problem, said })
    if (label === '') return wrong('noLabel')
    if (label.length > MAX_LABEL) return wrong('tooLong')
    const item: Pick<PasteLine, 'number' | 'label' | 'stage' | 'parent' | 'more'> = { number, label }
    if (second === 'stage') {
      const known = stages.get(fold(stage))
      if (stage === '' && !taken.has(placeOf({ label, parent: null }))) return wrong('noStage')
      if (stage !== '' && known === undefined) return wrong('unknownStage', stage)
      if (known !== undefined) item.stage = known
    } else if (second === 'parent' && parent !== '') {
      const found = named.get(fold(parent)) ?? []
      if (found.length === 0) return wrong('unknownParent', parent)
      if (found.length > 1) return wrong('severalParents', parent)
      item.parent = found[0]!
    } else if (second === 'parent' && context.parent !== null) item.parent = context.parent
    for (const name of more) {
      const cell = cells[name] ?? ''
      if (cell === '') continue
      const said = readValue(fieldView(list, name, words), cell, readers)
      if ('wrong' in said) return wrong(said.wrong, said.said)
      // What is no number is refused as what it is.
      item.more = { ...item.more, [name]: Number.isNaN(said.value) ? cell : said.value }
    }
    const place = placeOf({ label, parent: item.parent ?? null })
    if (taken.has(place)) return { ...item, state: 'known' }
    if (pasted.has(place)) return { ...item, state: 'twice' }
    pasted.add(place)
    return { ...item, state: 'new' }
  }
  return {
    sheet,
    lines: sheet.lines.flatMap(({ texts, number }) => (isBlank(texts) ? [] : [read(texts, number)])),
  }
}

/** A quoted cell may hold breaks: it stays in its line. */
function linesOf(text: string, delimiter: Delimiter = '\t'): string[] {
  const lines = sheetRows(text, delimiter).map(({ raw }) => raw)
  return /[\r\n]$/.test(text) ? [...lines, ''] : lines
}

/** What was read, as it was typed. */
export const linesAt = (text: string, read: readonly Pick<PasteLine, 'number'>[], delimiter?: Delimiter): string[] => {
  const lines = linesOf(text, delimiter)
  return read.map(({ number }) => lines[number - 1] ?? '')
}

/** The text without these lines, each as often as it is named. Their places may be others by now. */
export function withoutLines(text: string, gone: readonly string[], delimiter?: Delimiter): string {
  const left = [...gone]
  const kept = linesOf(text, delimiter).filter(line => {
    const at = left.indexOf(line)
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
  // Empty lines between what went are of no use; that in which somebody is about to type is the last one.
  const first = kept.findIndex(line => line.trim() !== '')
  return first < 0 ? '' : kept.slice(first).join('\n')
}
