import type { Pool } from 'pg'
import { actorOf, type Grants } from '#contract/grants.ts'
import type { Register } from '#contract/module.ts'
import { groupsSeen } from '#contract/seen.ts'
import type { Person } from '#server/lib/http.ts'
import { personJson, rolesJson } from '#server/lib/people.ts'
import { isLive, limitsOfSession } from '#server/lib/sessions.ts'

/** Somebody who looks on: what they may see, and a text that changes when that does. */
export type Viewer = { userId: number; rights: string; groups: ReadonlySet<string> }

type Found = { id: string; person: string; roles: string }

/** Who looks on through these sessions; those that ended are missing. To look on is no work: it keeps no session alive. */
export async function viewersOf(
  pool: Pool,
  register: Register,
  sessionIds: readonly string[],
): Promise<Map<string, Viewer>> {
  if (sessionIds.length === 0) return new Map()
  const { rows } = await pool.query<Found>(
    `select s.id, ${personJson}::text as person, ${rolesJson}::text as roles
     from user_session s join app_user u on u.id = s.user_id ${limitsOfSession}
     where s.id = any($1::uuid[]) and ${isLive} and u.archived_at is null and u.stage = 'active'`,
    [sessionIds],
  )
  return new Map(
    rows.map(({ id, person, roles }) => {
      const holder = JSON.parse(person) as Person
      const actor = actorOf(holder, JSON.parse(roles) as Grants[], register)
      return [id, { userId: holder.id, rights: person + roles, groups: new Set(groupsSeen(register, actor)) }]
    }),
  )
}
