import type { Module, Row } from '#contract/module.ts'
import { openOps } from '#src/offline/outbox/count.ts'
import { isKeepable, keptTable } from '#src/offline/user-db.ts'
import { useData } from './data.ts'
import { useLive } from './shared-live.ts'

/** The records of a module of which something waits, as their person sees them: the server's lists do not know it yet. */
export const useUnsentRows = (module: Module, wanted: boolean): ReadonlyMap<number, Row> =>
  useLive(useData().db, wanted && isKeepable(module) ? `unsent-rows:${module.name}` : null, async db => {
    const lanes = `${module.name}:`
    const ops = (await openOps(db)).filter(({ lane }) => lane.startsWith(lanes))
    if (ops.length === 0) return noRows
    const kept = await keptTable(db, module).bulkGet([...new Set(ops.map(({ id }) => id))])
    return new Map(kept.flatMap(one => (one?.row ? [[one.id, one.row] as const] : [])))
  }) ?? noRows
const noRows: ReadonlyMap<number, Row> = new Map()
