import type { Kysely } from 'kysely'
import type { Actor } from '#contract/actor.ts'
import { referredBy, type Named } from '#contract/keep.ts'
import type { Register, Row } from '#contract/module.ts'
import type { Tables } from '#server/db/tables.ts'
import { shownTo } from './holdings.ts'
import { readRecords } from './read-records.ts'

export type Shown = { t: string; id: number; v: number; row: Row }

/**
 * What these rows refer to and a device might not hold, because of those modules it keeps the recent records only: a device
 * that is sent a unit gets its customer too, however long ago somebody touched them.
 */
export async function withReferred(
  db: Kysely<Tables>,
  register: Register,
  actor: Actor,
  names: readonly string[],
  rows: readonly { t: string; id: number; row: Row }[],
): Promise<Shown[]> {
  const here = new Set(rows.map(({ id }) => id))
  const wanted = new Map<number, Named>()
  for (const { t, row } of rows)
    for (const named of referredBy(register, register[t]!, row)) if (!here.has(named.id)) wanted.set(named.id, named)
  if (wanted.size === 0) return []
  const found = await readRecords(
    db,
    register,
    [...wanted.values()].map(({ t, id }) => ({ entity: t, id })),
  )
  return [...found.values()].flatMap(({ module, row }) => {
    const shown = shownTo(actor, names, module, row)
    return shown ? [{ t: module.name, id: row.id, v: row.version, row: shown }] : []
  })
}
