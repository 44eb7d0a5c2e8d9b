import { opOf, OP_VERSION } from '#contract/intent.ts'
import { same } from '#contract/merge.ts'
import type { Module, Row } from '#contract/module.ts'
import type { Wish } from '#server/crud/behaviour.ts'
import { fromHistory, layoutOf } from '#server/crud/columns.ts'
import type { Tx } from '#server/crud/store.ts'
import { labelOf } from './words.ts'

type Values = Record<string, unknown>
type Entry = { before: Values; after: Values }

/** What one intent did to a record, by field: how it was, and what it became. */
async function doneBy(tx: Tx, module: Module, id: number, mid: string): Promise<Entry> {
  const entries = await tx.also<Entry>(
    `select before, after from record_history where record_id = $1 and entity = $2 and mid = $3 order by version, id`,
    [id, module.name, mid],
  )
  const before = Object.assign({}, ...entries.toReversed().map(entry => entry.before)) as Values
  const after = Object.assign({}, ...entries.map(entry => entry.after)) as Values
  return { before, after }
}

/**
 * The wish that puts a record back to where it was before an intent, field by field, where nobody has changed the field
 * since. `remains` says which fields somebody has.
 */
export async function wishToUndo(
  tx: Tx,
  module: Module,
  row: Row,
  done: string,
  mid: string,
): Promise<{ wish: Wish | null; remains?: string }> {
  const { before, after } = await doneBy(tx, module, row.id, done)
  const wish = { mid, opV: OP_VERSION, id: row.id }
  const args: Values = {}
  const remains: string[] = []
  for (const { name, field } of layoutOf(module).columns) {
    if (!(name in after)) continue
    const became = fromHistory(module, field, after[name])
    const was = fromHistory(module, field, before[name])
    if (field === 'archivedAt') {
      if ((row.archivedAt === null) === (became === null))
        return { wish: { ...wish, op: opOf(module, became === null ? 'archive' : 'restore'), base: null, args: {} } }
      continue
    }
    if (!(field in module.fields) || same(was, became)) continue
    if (same(row[field], became)) args[field] = was ?? null
    else if (!same(row[field], was)) remains.push(labelOf(module, field))
  }
  const said = remains.length > 0 ? { remains: `Changed since, and left as it is: ${remains.join(', ')}.` } : {}
  if (Object.keys(args).length === 0) return { wish: null, ...said }
  const fields = Object.fromEntries(Object.keys(args).map(field => [field, row[field] ?? null]))
  return { wish: { ...wish, op: opOf(module, 'change'), base: { version: row.version, fields }, args }, ...said }
}
