import type { Kysely } from 'kysely'
import type { Actor } from '#contract/actor.ts'
import type { Change } from '#contract/calls/sync.ts'
import type { Named } from '#contract/keep.ts'
import { isList } from '#contract/list.ts'
import type { Register } from '#contract/module.ts'
import { isShown, mayList, visibleRow } from '#contract/seen.ts'
import type { Tables } from '#server/db/tables.ts'
import { readClock, type Clock } from './clock.ts'
import { readRecords } from './read-records.ts'

/** Records by their numbers, as a list would show them to this person; what is not for them, or is not, is gone. */
export async function rowsOf(
  db: Kysely<Tables>,
  register: Register,
  actor: Actor,
  wanted: readonly Named[],
): Promise<Clock & { changes: Change[] }> {
  const { epoch, seq } = await readClock(db)
  const found = await readRecords(
    db,
    register,
    wanted.map(({ t, id }) => ({ entity: t, id })),
  )
  const changes = wanted.map(({ t, id }): Change => {
    const record = found.get(id)
    if (record?.module.name !== t) return { t, id, v: 0, gone: true }
    const { module, row } = record
    const isTheirs = isList(module) || (mayList(module, actor) && isShown(module, row, actor))
    // What is not for them is answered as what is not there: not even how often it was changed.
    return isTheirs ? { t, id, v: row.version, row: visibleRow(module, row, actor) } : { t, id, v: 0, gone: true }
  })
  return { epoch, seq, changes }
}
