import { metaOf } from '#contract/fields.ts'
import type { Module, Row } from '#contract/module.ts'
import type { Values } from '#src/form/check.ts'

/**
 * What a copy begins with: everything that people write. A line belongs to one record, so each gets an id of its own. What
 * only one record may have is left empty, and so is its day. `said`: what its person wants otherwise than the record has it.
 */
export async function copyOf(
  module: Module,
  row: Row,
  newId: () => Promise<number>,
  said: Values = {},
): Promise<Values> {
  const wanted: Values = { ...row, ...said }
  const copied: Values = {}
  for (const [name, field] of Object.entries(module.fields)) {
    if (!(name in wanted)) continue
    const { kind, givenInLine = [], line: columns = {}, once, ofToday, copies } = metaOf(field)
    // A copy begins at the first stage, whatever the record's status is.
    if ((once || ofToday || (name === 'status' && module.stages)) && !(name in said)) continue
    // Files of a record are its own, and so is a signature.
    if (kind === 'files' && !copies && !(name in said)) continue
    if (kind !== 'lines') copied[name] = wanted[name]
    else {
      const written = Object.keys(columns).filter(column => !givenInLine.includes(column))
      const lines: Values[] = []
      for (const line of wanted[name] as Values[])
        lines.push({ ...Object.fromEntries(written.map(column => [column, line[column] ?? null])), id: await newId() })
      copied[name] = lines
    }
  }
  return copied
}
