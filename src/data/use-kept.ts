import { useSyncExternalStore } from 'react'
import type { Module, Row } from '#contract/module.ts'
import { holds } from '#contract/rules.ts'
import { readConnection, watchConnection } from '#src/offline/connection.ts'
import { isKeepable, keptTable, type Kept, type UserDb } from '#src/offline/user-db.ts'
import { useData, useHeldGroups } from './data.ts'
import { useLive } from './shared-live.ts'

/** Is every row of the module that this person may see on the device? Undefined: not known yet. */
export function useIsHeld(module: Module): boolean | undefined {
  const names = useHeldGroups()
  if (!module.list && module.offline.keep !== 'all') return false
  return names && holds(names, module)
}

/** The kept rows of a module, lists in their order; the same array for all who ask. */
export const useKeptRows = (module: Module, wanted: boolean): Row[] | undefined =>
  useLive(useData().db, wanted ? `rows:${module.name}` : null, db => readRows(db, module))

async function readRows(db: UserDb, module: Module): Promise<Row[]> {
  const kept: Kept[] = await (module.list
    ? db.lists.where('t').equals(module.name).toArray()
    : keptTable(db, module).toArray())
  return kept.flatMap(({ row }) => (row ? [row] : []))
}

const isSlow = () => readConnection().slow
/** Has the server kept somebody waiting for so long that nobody should wait for it any more? */
export const useIsSlow = (): boolean => useSyncExternalStore(watchConnection, isSlow)

/** The record as this device keeps it; null where it does not, undefined while it is looked for. */
export function useKept(module: Module, id: number): Kept | null | undefined {
  const { db, opened } = useData()
  const isKept = db !== null && isKeepable(module) && id > 0
  const kept = useLive(db, isKept ? `row:${module.name}:${id}` : null, async db => {
    const found = await keptTable(db, module).get(id)
    return found?.t === module.name ? found : null
  })
  return opened && !isKept ? null : kept
}
