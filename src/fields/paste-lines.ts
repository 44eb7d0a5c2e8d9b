import { delimiterIn, isBlank } from '#contract/sheet.ts'
import { planSheet } from '#contract/sheet-plan.ts'
import { namesInCell, readValue } from '#contract/value-text.ts'
import { findNames } from '#src/data/find-names.ts'
import { readersHere } from '#src/data/value-text.ts'
import type { Data } from '#src/data/data.ts'
import { houseNow } from '#src/lib/format.ts'
import type { Column, Line } from './lines.tsx'

export type Pasted = {
  /** What each pasted line fills in. */
  fills: Record<string, unknown>[]
  /** The texts that mean nothing in their column, with the column's name. */
  strange: { column: string; text: string }[]
}

/** Reads cells out of a spreadsheet: the columns by their heads where it has them, else from the given one on. */
export async function readLines(
  data: Pick<Data, 'db' | 'register'>,
  columns: readonly Column[],
  from: string,
  text: string,
): Promise<Pasted> {
  const open = columns.filter(column => !column.given)
  const first = Math.max(
    0,
    open.findIndex(column => column.key === from),
  )
  // What one semicolon parts in every line goes into as many columns; a comma may belong to a name, unless a head says more.
  const isParted = open.length > first + 1 && delimiterIn(text) === ';'
  const { head, lines } = planSheet({
    text,
    targets: open.map(({ key, name, words }) => ({ name: key, word: words.field(name) })),
    currency: houseNow().currency,
    place: from || null,
    isSplit: isParted ? true : null,
  })
  const columnAt = (at: number) => open[head ? open.findIndex(({ key }) => key === head[at]) : first + at]
  const wanted = open.flatMap(column => {
    if (!column.meta.list && !column.meta.module) return []
    const { meta } = column
    const cells = lines.flatMap(({ texts }) => texts.filter((_, at) => columnAt(at) === column))
    return { meta, texts: new Set(cells.flatMap(cell => namesInCell({ part: null, meta }, cell))) }
  })
  const { find, failure } = await findNames(data, wanted)
  // What could not be looked up is not left out: all of it is pasted once it can be.
  if (failure) throw failure
  const readers = readersHere(find)
  const strange: Pasted['strange'] = []
  const fills = lines.map(({ texts }) => {
    const fill: Record<string, unknown> = {}
    for (const [at, cell] of texts.entries()) {
      const column = columnAt(at)
      if (!column || isBlank([cell])) continue
      const read = readValue(column, cell, readers)
      if ('value' in read) fill[column.key] = Number.isNaN(read.value) ? cell.trim() : read.value
      else strange.push({ column: column.name, text: read.said })
    }
    return fill
  })
  return { fills, strange }
}

/**
 * The lines with what was pasted: over those from the given one on, and new ones below, which take these ids.
 * An empty row leaves the line at its place as it was, and makes no new one.
 */
export function fillLines(
  lines: readonly Line[],
  at: number,
  fills: Pasted['fills'],
  empty: Record<string, unknown>,
  ids: readonly number[],
): Line[] {
  const filled = lines.map((line, place) => ({ ...line, ...fills[place - at] }))
  const below = fills.slice(lines.length - at).filter(fill => Object.keys(fill).length > 0)
  return [...filled, ...below.map((fill, index) => ({ ...empty, ...fill, id: ids[index]! }))]
}
