import { same } from '#contract/merge.ts'
import type { Fills } from '#contract/module.ts'
import { metaOf, type Fields } from '#contract/fields.ts'
import type { Values } from '#src/form/check.ts'

/** A reference that was given another value: which one by its key in `fills`, and in which line. */
export type Choice = { source: string; line: number | null; from: number | null; to: number | null }

type Line = { id: number } & Values
const linesOf = (value: unknown) => (Array.isArray(value) ? (value as Line[]) : [])
const idOf = (value: unknown) => (typeof value === 'number' ? value : null)
const isEmpty = (value: unknown) => value === null || value === undefined || value === ''

/** What is chosen otherwise in these values than before. */
export function choicesIn(fills: Fills, before: Values, values: Values): Choice[] {
  const all = Object.keys(fills).flatMap((source): Choice[] => {
    const [field = '', column] = source.split('.')
    if (column === undefined) return [{ source, line: null, from: idOf(before[field]), to: idOf(values[field]) }]
    const lines = new Map(linesOf(before[field]).map(line => [line.id, line]))
    return linesOf(values[field]).map(line => ({
      source,
      line: line.id,
      from: idOf(lines.get(line.id)?.[column]),
      to: idOf(line[column]),
    }))
  })
  return all.filter(({ from, to }) => from !== to)
}

/** The module whose records are chosen there. */
export function moduleAt(fields: Fields, source: string): string {
  const [field = '', column] = source.split('.')
  const meta = metaOf(fields[field]!)
  return (column === undefined ? meta : metaOf(meta.line![column]!)).module ?? ''
}

/**
 * What follows from a choice: the fields beside it with what the chosen record has for them, where they are empty or still
 * have what the record that was chosen before had. Nothing, where something else is chosen by now.
 */
export function filledBy(
  fills: Fills,
  { source, line, to }: Choice,
  chosen: Values,
  before: Values | null,
  values: Values,
): Values {
  const [field = '', column] = source.split('.')
  const wanted = Object.entries(fills[source] ?? {})
  const over = (beside: Values): Values =>
    Object.fromEntries(
      wanted.flatMap(([name, read]) => {
        const [now, next] = [beside[name] ?? null, read(chosen) ?? null]
        const isTyped = !isEmpty(now) && !(before && same(now, read(before) ?? null))
        return isTyped || same(now, next) ? [] : [[name, next]]
      }),
    )
  if (column === undefined) return idOf(values[field]) === to ? over(values) : {}
  const lines = linesOf(values[field])
  const next = lines.map(one => (one.id === line && idOf(one[column]) === to ? { ...one, ...over(one) } : one))
  return same(next, lines) ? {} : { [field]: next }
}
