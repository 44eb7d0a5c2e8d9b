import type { Pool, PoolClient } from 'pg'
import type { Actor } from '#contract/actor.ts'
import type { MeAnswer } from '#contract/calls/session.ts'
import type { Register } from '#contract/module.ts'
import { actorOf, type Grants } from './actor.ts'
import type { Person } from './http.ts'

/** A person as JSON, from `app_user u`. */
export const personJson = `json_build_object(
  'id', u.id, 'name', u.name, 'username', u.username, 'email', u.email, 'avatar', u.avatar, 'branch', u.branch,
  'state', u.state, 'notificationPermission', u.notification_permission, 'statusPermission', u.status_permission)`

/** What their roles grant, as JSON. Somebody who still waits for approval has nothing. */
export const rolesJson = `(
  select coalesce(json_agg(json_build_object('permissions', r.permissions, 'scopes', r.scopes, 'approves', r.approves)), '[]')
  from role r where r.id = any(u.roles) and r.archived_at is null and u.state = 'active')`

export type PersonRow = { person: Person; roles: Grants[] }
export type Account = { person: Person; actor: Actor; passwordHash: string | null }

/** The account behind a username or an e-mail address; people who were switched off have none. */
export async function findAccount(db: Pool | PoolClient, register: Register, name: string): Promise<Account | null> {
  const { rows } = await db.query<PersonRow & { hash: string | null }>(
    `select ${personJson} as person, ${rolesJson} as roles, u.password_hash as hash from app_user u
     where (lower(u.username) = lower($1) or lower(u.email) = lower($1)) and u.archived_at is null and u.state <> 'off'
     order by lower(u.username) = lower($1) desc limit 1`,
    [name],
  )
  const row = rows[0]
  return row ? { person: row.person, actor: actorOf(row.person, row.roles, register), passwordHash: row.hash } : null
}

/** The person and their rights as the client wants to know them. */
export const meOf = (person: Person, actor: Actor): MeAnswer => ({
  user: {
    avatar: person.avatar,
    username: person.username,
    email: person.email,
    permissions: [...actor.permissions],
    notification_permission: person.notificationPermission,
    status_permission: person.statusPermission === 'all' ? ['all'] : person.statusPermission,
  },
  userId: person.id,
  name: person.name,
  stage: person.state,
  house: { companyName: 'Caredesk', currency: 'INR', timeZone: 'Asia/Kolkata', helpContact: null, lockMinutes: 10 },
  actor: {
    ...actor,
    permissions: [...actor.permissions],
    approves: [...actor.approves],
    statusPermission: person.statusPermission,
  },
})
