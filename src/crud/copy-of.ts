import { metaOf } from '#contract/fields.ts'
import type { Module, Row } from '#contract/module.ts'
import type { Values } from './check.ts'

/**
 * What a copy begins with: everything that people write. A line belongs to one record, so each gets an id of its own,
 * and what only one record may have is left empty.
 */
export async function copyOf(module: Module, row: Row, newId: () => Promise<number>): Promise<Values> {
  const copied: Values = {}
  for (const [name, field] of Object.entries(module.fields)) {
    if (!(name in row)) continue
    const { kind, givenInLine = [], line: columns = {}, once } = metaOf(field)
    if (once) continue
    if (kind !== 'lines') copied[name] = row[name]
    else {
      const written = Object.keys(columns).filter(column => !givenInLine.includes(column))
      const lines: Values[] = []
      for (const line of row[name] as Values[])
        lines.push({ ...Object.fromEntries(written.map(column => [column, line[column] ?? null])), id: await newId() })
      copied[name] = lines
    }
  }
  return copied
}
