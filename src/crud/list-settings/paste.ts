import type { Item, List } from '#contract/list.ts'
import { fold } from '#src/lib/match.ts'
import { isBlank, sheetRows } from '#src/lib/sheet.ts'
import { placeOf } from './twin.ts'

/** One line of what was pasted: what will become of it. */
export type PasteLine = {
  /** Its place in the text, from 1. */
  number: number
  label: string
  stage?: string
  parent?: number
} & ({ state: 'new' } | { state: 'known' | 'twice' } | { state: 'wrong'; problem: PasteProblem; said: string })

export type PasteProblem = 'noLabel' | 'tooLong' | 'noStage' | 'unknownStage' | 'unknownParent' | 'severalParents'

export type PasteContext = {
  list: List
  items: readonly Pick<Item, 'label' | 'parent' | 'archivedAt'>[]
  /** The items that may stand above, where the list has a parent. */
  parents: readonly Pick<Item, 'id' | 'label'>[]
  /** Where new items stand if a line does not say. */
  parent: number | null
  stageWord: (stage: string) => string
}

const MAX_LABEL = 100

/** Reads pasted lines: a label, and after a tab or the last comma a stage or a parent where the list has one. */
export function readPaste(text: string, context: PasteContext): PasteLine[] {
  if (text.trim() === '') return [] // going through ten thousand names for nothing would delay the keys elsewhere
  const { list, items, parents } = context
  const taken = new Set(items.filter(item => !item.archivedAt).map(placeOf))
  const pasted = new Set<string>()
  const stages = new Map(
    list.list.stages.flatMap(stage => [context.stageWord(stage), stage].map(word => [fold(word), stage])),
  )
  const named = new Map<string, number[]>()
  for (const { id, label } of parents) named.set(fold(label), [...(named.get(fold(label)) ?? []), id])

  const read = (cells: readonly string[], number: number): PasteLine => {
    const [label, second] = columns(cells, list.list.stages.length > 0 || list.list.parent !== null)
    const wrong = (problem: PasteProblem, said = ''): PasteLine => ({ number, label, state: 'wrong', problem, said })
    if (label === '') return wrong('noLabel')
    if (label.length > MAX_LABEL) return wrong('tooLong')
    const item: Pick<PasteLine, 'number' | 'label' | 'stage' | 'parent'> = { number, label }
    if (list.list.stages.length > 0) {
      if (second === '') return wrong('noStage')
      const stage = stages.get(fold(second))
      if (!stage) return wrong('unknownStage', second)
      item.stage = stage
    } else if (list.list.parent !== null && second !== '') {
      const found = named.get(fold(second)) ?? []
      if (found.length === 0) return wrong('unknownParent', second)
      if (found.length > 1) return wrong('severalParents', second)
      item.parent = found[0]!
    } else if (list.list.parent !== null && context.parent !== null) item.parent = context.parent
    const place = placeOf({ label, parent: item.parent ?? null })
    if (taken.has(place)) return { ...item, state: 'known' }
    if (pasted.has(place)) return { ...item, state: 'twice' }
    pasted.add(place)
    return { ...item, state: 'new' }
  }
  return sheetRows(text).flatMap(({ cells }, index) => (isBlank(cells) ? [] : [read(cells, index + 1)]))
}

/** A quoted cell may hold breaks: it stays in its line. */
function linesOf(text: string): string[] {
  const lines = sheetRows(text).map(({ raw }) => raw)
  return /[\r\n]$/.test(text) ? [...lines, ''] : lines
}

/** What was read, as it was typed. */
export const linesAt = (text: string, read: readonly Pick<PasteLine, 'number'>[]): string[] => {
  const lines = linesOf(text)
  return read.map(({ number }) => lines[number - 1] ?? '')
}

/** The text without these lines, each as often as it is named. Their places may be others by now. */
export function withoutLines(text: string, gone: readonly string[]): string {
  const left = [...gone]
  const kept = linesOf(text).filter(line => {
    const at = left.indexOf(line)
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
  // Empty lines between what went are of no use; that in which somebody is about to type is the last one.
  const first = kept.findIndex(line => line.trim() !== '')
  return first < 0 ? '' : kept.slice(first).join('\n')
}

/** A sheet splits by tabs. Typed lines split at the last comma, because a label may hold one. */
function columns(cells: readonly string[], two: boolean): [label: string, second: string] {
  const [line = '', next] = cells.map(cell => cell.trim())
  if (next !== undefined) return [line, two ? next : '']
  const comma = two ? line.lastIndexOf(',') : -1
  return comma < 0 ? [line.trim(), ''] : [line.slice(0, comma).trim(), line.slice(comma + 1).trim()]
}
