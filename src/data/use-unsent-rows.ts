import type { Module, Row } from '#contract/module.ts'
import { openOps } from '#src/offline/outbox/count.ts'
import { moduleOf } from '#src/offline/outbox/op.ts'
import { isKeepable, keptTable, type Kept, type UserDb } from '#src/offline/user-db.ts'
import { useData, useKeepsNothing } from './data.ts'
import { useLive } from './shared-live.ts'
import { useOutbox } from './use-outbox.ts'

type Rows = ReadonlyMap<number, Row>
const noRows: Rows = new Map()
type Own = { unsent: Rows; sent: Rows }
const noOwn: Own = { unsent: noRows, sent: noRows }
/** Of which records something waited while this page was open, by module. */
const waited = new Map<Module, Set<number>>()

/**
 * The records of a module of which something waits, as their person sees them: the server's lists do not know it yet. And
 * those of which it has arrived: a list that was read before must not show for a moment what was before.
 */
export const useUnsentRows = (module: Module, wanted: boolean): Own =>
  useLive(useData().db, wanted && isKeepable(module) ? `unsent-rows:${module.name}` : null, async db => {
    const ids = waited.get(module) ?? new Set()
    waited.set(module, ids)
    const unsent = await readUnsent(db, module, ({ row }) => row)
    for (const id of unsent.keys()) ids.add(id)
    return { unsent, sent: await readRows(db, module, [...ids], ({ row, base }) => (base === undefined ? row : null)) }
  }) ?? noOwn

/** A record as its person left it, where the server's list does not know that. */
export function asLeft<R extends Row | undefined>({ unsent, sent }: Own, id: number, row: R): Row | R {
  const newer = sent.get(id)
  return unsent.get(id) ?? (newer && newer.version > (row?.version ?? 0) ? newer : row)
}

/** The same as the server has them, without what it does not know at all. Undefined: not known yet. */
export function useServedRows(module: Module): Rows | undefined {
  const keepsNothing = useKeepsNothing()
  const isWaiting = useOutbox()?.some(op => moduleOf(op) === module.name)
  const rows = useLive(useData().db, isWaiting && isKeepable(module) ? `served-rows:${module.name}` : null, db =>
    readUnsent(db, module, ({ base }) => base),
  )
  return keepsNothing || isWaiting === false ? noRows : rows
}

type RowOf = (kept: Kept) => Row | null | undefined

async function readUnsent(db: UserDb, module: Module, rowOf: RowOf): Promise<Rows> {
  const lanes = `${module.name}:`
  const ops = (await openOps(db)).filter(({ lane }) => lane.startsWith(lanes))
  return readRows(db, module, [...new Set(ops.map(({ id }) => id))], rowOf)
}

async function readRows(db: UserDb, module: Module, ids: readonly number[], rowOf: RowOf): Promise<Rows> {
  if (ids.length === 0) return noRows
  const kept = await keptTable(db, module).bulkGet([...ids])
  return new Map(
    kept.flatMap(one => {
      const row = one && rowOf(one)
      return row ? [[row.id, row] as const] : []
    }),
  )
}
