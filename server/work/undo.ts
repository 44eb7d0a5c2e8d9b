import { opOf, OP_VERSION } from '#contract/intent.ts'
import { same } from '#contract/merge.ts'
import type { Module, Row } from '#contract/module.ts'
import type { Wish } from '#server/crud/behaviour.ts'
import { fromHistory, layoutOf } from '#server/crud/columns.ts'
import type { Tx } from '#server/crud/store.ts'
import { labelOf } from './words.ts'

type Values = Record<string, unknown>
/** What an intent did to a record, by column: how it was, and what it became. */
export type Entry = { before: Values; after: Values }

/** What these intents did, by record. */
export async function doneBy(
  tx: Tx,
  module: Module,
  records: readonly number[],
  mids: readonly string[],
): Promise<Map<number, Entry>> {
  const entries = await tx.also<Entry & { record: number }>(
    `select record_id as record, before, after from record_history
     where record_id = any($1) and entity = $2 and mid = any($3) order by version, id`,
    [records, module.name, mids],
  )
  const done = new Map<number, Entry>()
  for (const { record, before, after } of entries) {
    const known = done.get(record)
    done.set(
      record,
      known ? { before: { ...before, ...known.before }, after: { ...known.after, ...after } } : { before, after },
    )
  }
  return done
}

/**
 * The wish that puts a record back to where it was before an intent, field by field, where nobody has changed the field
 * since. `remains` says which fields somebody has.
 */
export function wishToUndo(
  module: Module,
  row: Row,
  { before, after }: Entry = { before: {}, after: {} },
  mid: string,
): { wish: Wish | null; remains?: string } {
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
