import type { Actor } from './actor.ts'
import { isKept } from './keep.ts'
import type { Module, Row } from './module.ts'

/** So many small pictures are taken along at most; what comes first goes first. */
export const MOST_PICTURES = 400

const DAY = 86_400_000

/**
 * The pictures of a record of which a device keeps small ones, and by when it should have them; null where it keeps none. What
 * has no time may be wanted at any moment, and comes last.
 */
export function picturesOf(
  module: Module,
  row: Row,
  actor: Pick<Actor, 'id' | 'branch'>,
  now: number,
): { ids: number[]; by: number } | null {
  const { pictures, open } = module.offline
  if (!pictures || row.archivedAt !== null || !open?.includes(row.stage ?? '') || !isKept(module, row, actor, now))
    return null
  const said = row[pictures.by]
  const by = typeof said === 'string' ? Date.parse(said) : Infinity
  if (Number.isFinite(by) && by > now + pictures.days * DAY) return null
  const ids = pictures.of.flatMap(field => (row[field] as number[] | null | undefined) ?? [])
  return ids.length > 0 ? { ids, by } : null
}
