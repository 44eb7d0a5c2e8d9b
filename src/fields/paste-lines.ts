import { readValue } from '#src/crud/list-work/value-text.ts'
import { findNames } from '#src/crud/list-work/find-names.ts'
import type { Data } from '#src/data/data.ts'
import { fold } from '#src/lib/match.ts'
import { headOf, readSheet, withoutBlankEnd } from '#src/lib/sheet.ts'
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
  const sheet = withoutBlankEnd(readSheet(text))
  const open = columns.filter(column => !column.given)
  const head = headOf(sheet[0] ?? [], cell => named(open, cell))
  const first = Math.max(
    0,
    open.findIndex(column => column.key === from),
  )
  const columnAt = (at: number) => (head ? (head[at] ?? undefined) : open[first + at])
  const rows = head ? sheet.slice(1) : sheet
  const wanted = open.flatMap(column => {
    if (!column.meta.list && !column.meta.module) return []
    const texts = rows.flatMap(row => row.filter((cell, at) => columnAt(at) === column && cell.trim() !== ''))
    return [{ meta: column.meta, texts: new Set(texts.map(cell => cell.trim())) }]
  })
  const { find, failure } = await findNames(data, wanted)
  // What could not be looked up is not left out: all of it is pasted once it can be.
  if (failure) throw failure
  const strange: Pasted['strange'] = []
  const fills = rows.map(row => {
    const fill: Record<string, unknown> = {}
    for (const [at, cell] of row.entries()) {
      const column = columnAt(at)
      if (!column || cell.trim() === '') continue
      const read = readValue(column, cell, find)
      if ('value' in read) fill[column.key] = Number.isNaN(read.value) ? cell.trim() : read.value
      else strange.push({ column: column.name, text: read.said })
    }
    return fill
  })
  return { fills, strange }
}

const named = (columns: readonly Column[], cell: string) =>
  columns.find(({ key, name, words }) => [key, words.field(name)].some(word => fold(word) === fold(cell)))

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
