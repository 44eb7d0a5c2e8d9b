import type { Module, Row } from '#contract/module.ts'
import { openOps } from '#src/offline/outbox/count.ts'
import { moduleOf } from '#src/offline/outbox/op.ts'
import { isKeepable, keptTable, type Kept, type UserDb } from '#src/offline/user-db.ts'
import { useData, useKeepsNothing } from './data.ts'
import { useLive } from './shared-live.ts'
import { useOutbox } from './use-outbox.ts'

type Rows = ReadonlyMap<number, Row>
const noRows: Rows = new Map()

/** The records of a module of which something waits, as their person sees them: the server's lists do not know it yet. */
export const useUnsentRows = (module: Module, wanted: boolean): Rows =>
  useLive(useData().db, wanted && isKeepable(module) ? `unsent-rows:${module.name}` : null, db =>
    readUnsent(db, module, ({ row }) => row),
  ) ?? noRows

/** The same as the server has them, without what it does not know at all. Undefined: not known yet. */
export function useServedRows(module: Module): Rows | undefined {
  const keepsNothing = useKeepsNothing()
  const isWaiting = useOutbox()?.some(op => moduleOf(op) === module.name)
  const rows = useLive(useData().db, isWaiting && isKeepable(module) ? `served-rows:${module.name}` : null, db =>
    readUnsent(db, module, ({ base }) => base),
  )
  return keepsNothing || isWaiting === false ? noRows : rows
}

async function readUnsent(db: UserDb, module: Module, rowOf: (kept: Kept) => Row | null | undefined): Promise<Rows> {
  const lanes = `${module.name}:`
  const ops = (await openOps(db)).filter(({ lane }) => lane.startsWith(lanes))
  if (ops.length === 0) return noRows
  const kept = await keptTable(db, module).bulkGet([...new Set(ops.map(({ id }) => id))])
  return new Map(
    kept.flatMap(one => {
      const row = one && rowOf(one)
      return row ? [[row.id, row] as const] : []
    }),
  )
}
