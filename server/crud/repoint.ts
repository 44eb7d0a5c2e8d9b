import type { Module, Row } from '#contract/module.ts'
import { same } from '#contract/merge.ts'
import { repointed } from './pointers.ts'
import type { Tx } from './store.ts'
import type { Place } from './uses.ts'

type Values = Record<string, unknown>

/**
 * Whatever holds the one holds the other from now on, each record written once. The caller holds the row of `from`: who
 * points a record at it has to wait for that and then points it at `to`, so that nobody slips by.
 */
export async function repoint(
  tx: Pick<Tx, 'where' | 'load'>,
  places: readonly Place[],
  from: number,
  to: number,
  write: (module: Module, row: Row, changes: Values) => Promise<void>,
): Promise<void> {
  for (const module of new Set(places.map(place => place.module))) {
    const pointers = places.filter(place => place.module === module).map(({ pointer }) => pointer)
    const found = new Set<number>()
    for (const { path } of pointers) for (const { id } of await tx.where(module, path, from)) found.add(id)
    for (const id of [...found].sort((a, b) => a - b)) {
      const row = (await tx.load(module, id))!
      const changes: Values = {}
      for (const pointer of pointers) {
        const { field } = pointer
        const now = field in changes ? changes[field] : row[field]
        const then = repointed(pointer, now, from, to)
        if (!same(now, then)) changes[field] = then
      }
      if (Object.keys(changes).length > 0) await write(module, row, changes)
    }
  }
}
