import { metaOf, type FieldMeta } from '#contract/fields.ts'
import { same } from '#contract/merge.ts'
import type { Module, Row } from '#contract/module.ts'
import { problem } from '#contract/problem.ts'
import { invalid } from './invalid.ts'
import type { Holder, Tx } from './store.ts'

type Values = Record<string, unknown>
export type Line = { id: number } & Values

const lineFields = (module: Module): [string, FieldMeta][] =>
  Object.entries(module.fields)
    .map(([name, field]): [string, FieldMeta] => [name, metaOf(field)])
    .filter(([, meta]) => meta.kind === 'lines')

/** Lines sent without an id (only online, by callers that hold no leased ids) get theirs from the server. */
export async function nameLines(tx: Tx, module: Module, args: Values): Promise<Values> {
  const named = { ...args }
  for (const [field] of lineFields(module)) {
    if (!Array.isArray(args[field])) continue
    const lines: unknown[] = []
    for (const line of args[field] as Values[])
      lines.push(line && typeof line === 'object' && line.id === undefined ? { ...line, id: await tx.nextId() } : line)
    named[field] = lines
  }
  return named
}

/**
 * The lines that these say which neither the record has nor their author saw, as they last were there: somebody took them
 * away, and whoever had changed one of them keeps it all the same.
 */
export async function formerLines(tx: Tx, module: Module, row: Row, base: Values, mine: Values): Promise<Values> {
  const former: Values = {}
  for (const [field, meta] of lineFields(module)) {
    if (meta.addOnly) continue
    const known = new Set([...linesOf(row[field]), ...linesOf(base[field])].map(line => line.id))
    const strange = new Set(linesOf(mine[field]).flatMap(({ id }) => (known.has(id) ? [] : [id])))
    if (strange.size === 0) continue
    const found = new Map<number, Line>()
    for (const { before } of await tx.writesTo(module, row.id, field))
      for (const line of linesOf(before)) if (strange.has(line.id) && !found.has(line.id)) found.set(line.id, line)
    former[field] = [...found.values()]
  }
  return former
}

/**
 * A line that is new must come with an id that is nobody else's, or without one (`sent` is what came), and no id twice. `seen`:
 * the lines that were there.
 */
export async function checkLineIds(
  tx: Tx,
  module: Module,
  seen: readonly Values[],
  values: Values,
  holder: Holder | null,
  sent: Values,
) {
  for (const [field] of lineFields(module)) {
    if (!Array.isArray(values[field])) continue
    const known = new Set(seen.flatMap(lines => linesOf(lines[field])).map(line => line.id))
    const named = new Set(linesOf(sent[field]).map(line => line.id))
    const taken = new Set<number>()
    for (const [index, { id }] of linesOf(values[field]).entries()) {
      const place = `${field}.${index}.id`
      if (taken.has(id)) throw invalid({ [place]: 'Two lines have the same id.' })
      taken.add(id)
      if (known.has(id)) continue
      // What came without one has it from `nameLines`. Without a device, an id that the caller sent was minted by nobody.
      const isGood = !named.has(id) || (holder !== null && (await tx.isLeased(id, holder)))
      if (!isGood)
        throw problem('id-not-leased', 'A line has an id that was not given to this device.', {
          fields: { [place]: 'Unknown id.' },
        })
    }
  }
}

/**
 * The columns of a line that only server flows write keep the value that they have, so that a stale counter on a
 * device is no conflict. Writing another value is refused.
 */
export function keepGiven(
  module: Module,
  before: Values,
  base: Values,
  former: Values,
  mine: Values,
): { base: Values; mine: Values } {
  const kept = { base: { ...base }, mine: { ...mine } }
  for (const [field, meta] of lineFields(module)) {
    const given = meta.givenInLine ?? []
    if (given.length === 0 || !Array.isArray(mine[field])) continue
    const now = linesOf(before[field])
    const then = linesOf(base[field])
    const once = [...then, ...linesOf(former[field])]
    const overlay = (line: Line, index: number | null): Line => {
      const theirs = now.find(({ id }) => id === line.id)
      const seen = once.find(({ id }) => id === line.id)
      const result = { ...line }
      for (const column of given) {
        const empty = meta.line?.[column]?.safeParse(undefined).data ?? null
        const right = theirs ? theirs[column] : seen ? seen[column] : empty
        const known = [right, seen?.[column], empty]
        if (index !== null && !known.some(value => same(value, line[column])))
          throw invalid({ [`${field}.${index}.${column}`]: 'This field cannot be written.' })
        result[column] = right
      }
      return result
    }
    kept.mine[field] = linesOf(mine[field]).map((line, index) => overlay(line, index))
    if (base[field] !== undefined) kept.base[field] = then.map(line => overlay(line, null))
  }
  return kept
}

/** Lines that are only added stay as they are, whoever sends them. */
export function refuseRewrite(module: Module, before: Values, changes: Values) {
  for (const [field, meta] of lineFields(module)) {
    if (!meta.addOnly || !(field in changes)) continue
    const wanted = linesOf(changes[field])
    const isKept = linesOf(before[field]).every(line => wanted.some(one => same(one, line)))
    if (!isKept) throw invalid({ [field]: 'What stands here can be added to, not changed.' })
  }
}

export const linesOf = (value: unknown): Line[] => (Array.isArray(value) ? (value as Line[]) : [])
