import { metaOf, type Fields } from './fields.ts'
import { allFields, type Module } from './module.ts'

type Values = Record<string, unknown>
type Line = { id: number } & Values

/**
 * Who writes, and when. `ofLine`: whose a new line is, where not all are of the same person. `waited`: it was written on a
 * device and came later, so that its lines say themselves when.
 */
export type Author = { id: number; now: string; ofLine?: (id: number) => number; waited?: boolean }

/**
 * Fills in what nobody types: who made a record, who added a line and when. The server does it, and a device that shows what
 * is not sent yet. A line that waited on a device says itself when it was written; nothing was written later than now.
 * Lines that were there keep what stands in them.
 */
export function withStamps(module: Module, before: Values | null, values: Values, author: Author): Values {
  const stamped = { ...values }
  for (const [name, schema] of Object.entries(allFields(module))) {
    const { stamp, line } = metaOf(schema)
    if (stamp && !before && (stamped[name] ?? null) === null) stamped[name] = stampOf(stamp, null, author)
    if (line && Array.isArray(stamped[name]))
      stamped[name] = stampLines(line, linesOf(before?.[name]), linesOf(stamped[name]), author)
  }
  return stamped
}

function stampLines(columns: Fields, before: Line[], lines: Line[], author: Author): Line[] {
  const stamps = Object.entries(columns).flatMap(([column, schema]) => {
    const { stamp } = metaOf(schema)
    return stamp ? [{ column, stamp }] : []
  })
  if (stamps.length === 0) return lines
  return lines.map(line => {
    const there = before.find(({ id }) => id === line.id)
    const whose = { ...author, id: author.ofLine?.(line.id) ?? author.id }
    const filled = stamps.map(({ column, stamp }) => [
      column,
      there ? there[column] : stampOf(stamp, line[column], whose),
    ])
    return { ...line, ...(Object.fromEntries(filled) as Values) }
  })
}

const stampOf = (stamp: 'me' | 'now', said: unknown, { id, now, waited }: Author): number | string =>
  stamp === 'me' ? id : waited && typeof said === 'string' && Date.parse(said) < Date.parse(now) ? said : now

const linesOf = (value: unknown): Line[] => (Array.isArray(value) ? (value as Line[]) : [])
