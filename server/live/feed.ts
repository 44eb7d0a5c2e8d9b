import type { Pool } from 'pg'
import type { LiveChange, LiveMessage } from '#contract/calls/live.ts'
import type { Viewer } from './viewers.ts'

export type Place = { epoch: string; seq: number }
/** One line of the feed, with who wrote it. */
export type Line = {
  seq: number
  entity: string
  id: number
  version: number
  groups: string[]
  actor: number | null
  device: string | null
}

export async function readPlace(pool: Pool): Promise<Place> {
  const { rows } = await pool.query<Place>('select epoch, seq from sync_clock')
  return rows[0]!
}

/** The lines behind `from` up to `to`. */
export async function readLines(pool: Pool, from: number, to: number): Promise<Line[]> {
  const { rows } = await pool.query<Line>(
    `select c.seq, c.entity, c.id, c.version, c.groups_before || c.groups_after as groups, h.actor, h.device_id as device
     from sync_change c
     left join lateral (
       select actor, device_id from record_history
       where record_id = c.id and version = c.version order by id desc limit 1
     ) as h on true
     where c.seq > $1 and c.seq <= $2 order by c.seq`,
    [from, to],
  )
  return rows
}

/** So many records of one module are named; of more it is only said that there are. */
const NAMED = 200

/** What of it a viewer may know: each record once, at its last version. Before and after count, for what left their sight too. */
export function toldTo(
  lines: readonly Line[],
  { userId, groups }: Pick<Viewer, 'userId' | 'groups'>,
  deviceId: string | null,
): Pick<LiveMessage, 'changes' | 'many'> {
  const last = new Map<number, Line>()
  for (const line of lines) if (line.groups.some(group => groups.has(group))) last.set(line.id, line)
  const byModule = new Map<string, LiveChange[]>()
  for (const { entity, id, version, actor, device } of last.values()) {
    const isOwn = device === null ? actor === userId : device === deviceId
    const change: LiveChange = { t: entity, id, v: version, ...(isOwn ? { own: true as const } : {}) }
    const known = byModule.get(entity)
    if (known) known.push(change)
    else byModule.set(entity, [change])
  }
  const told: Pick<LiveMessage, 'changes' | 'many'> = { changes: [], many: [] }
  for (const [t, changes] of byModule) {
    if (changes.length <= NAMED) told.changes.push(...changes)
    else told.many.push({ t, ...(changes.every(({ own }) => own) ? { own: true as const } : {}) })
  }
  return told
}
