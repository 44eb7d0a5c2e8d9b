import type { Pool, PoolClient } from 'pg'
import type { Actor } from '#contract/actor.ts'
import type { House, MeAnswer } from '#contract/calls/session.ts'
import { actorOf, type Grants } from '#contract/grants.ts'
import { snake, type Register } from '#contract/module.ts'
import { problem } from '#contract/problem.ts'
import { statusFields } from '#contract/modules/access/user.ts'
import type { Person } from './http.ts'
import type { Run } from './transaction.ts'

const personFields = [
  'id',
  'name',
  'username',
  'email',
  'avatar',
  'branch',
  'stage',
  'notificationPermission',
  'anyStatus',
  ...statusFields,
] as const satisfies readonly (keyof Person)[]

/** A person as JSON, from `app_user u`. */
export const personJson = `json_build_object(${personFields.map(field => `'${field}', u.${snake(field)}`).join(', ')},
  'mustChoose', exists (select from user_password o where o.user_id = u.id and o.one_time))`

/** What their roles grant, as JSON. Somebody who still waits for approval has nothing. */
export const rolesJson = `(
  select coalesce(json_agg(json_build_object(
    'permissions', r.permissions, 'ownOnly', r.own_only, 'branchOnly', r.branch_only, 'approves', r.approves)), '[]')
  from role r where r.id = any(u.roles) and r.archived_at is null and u.stage = 'active')`

/** What every screen may know of the general setting; an installation that has none yet goes by the usual. */
export const houseJson = `jsonb_build_object('database', current_setting('server_version')) || coalesce(
  (select jsonb_build_object('companyName', company_name, 'currency', currency, 'timeZone', time_zone,
    'helpContact', help_contact, 'lockMinutes', lock_minutes, 'country', country, 'warrantyStart', warranty_start,
    'phone', phone, 'address', address, 'taxId', tax_id,
    'state', (select parent from list_item where id = (address ->> 'city')::bigint)) from general_setting),
  '${JSON.stringify({ companyName: 'Caredesk', currency: 'INR', timeZone: 'Asia/Kolkata', helpContact: null, lockMinutes: 10, country: 'IN', warrantyStart: 'delivery' } satisfies House)}'::jsonb)`

export type PersonRow = { person: Person; roles: Grants[] }
export type Account = { person: Person; actor: Actor; passwordHash: string | null }

/** A name at the door, in the one way in which it is looked up and counted: what the database folds otherwise is another. */
export const folded = (name: string): string => name.trim().toLowerCase()

/** The account behind a username or an e-mail address; people who were switched off or only invited have none. */
export async function findAccount(db: Pool | PoolClient, register: Register, name: string): Promise<Account | null> {
  const { rows } = await db.query<PersonRow & { hash: string | null }>(
    `select ${personJson} as person, ${rolesJson} as roles, p.hash from app_user u
     left join user_password p on p.user_id = u.id
     where (lower(u.username) = $1 or lower(u.email) = $1)
       and u.archived_at is null and u.stage in ('pending', 'active')
     order by lower(u.username) = $1 desc, u.stage = 'active' desc, u.id limit 1`,
    [folded(name)],
  )
  const row = rows[0]
  return row ? { person: row.person, actor: actorOf(row.person, row.roles, register), passwordHash: row.hash } : null
}

/** What somebody may do now, for work that goes on without them; null when they may not come in any more. */
export async function findActor(db: Pool | PoolClient, register: Register, id: number): Promise<Actor | null> {
  const { rows } = await db.query<PersonRow>(
    `select ${personJson} as person, ${rolesJson} as roles from app_user u
     where u.id = $1 and u.archived_at is null and u.stage = 'active'`,
    [id],
  )
  return rows[0] ? actorOf(rows[0].person, rows[0].roles, register) : null
}

type Waiting = { also: Run; hasWaited(): boolean }

/** Rights may be lost while a transaction waits for somebody else: what this person may do by now. */
export async function actorNow(tx: Waiting, register: Register, actor: Actor): Promise<Actor> {
  if (!tx.hasWaited()) return actor
  const [row] = await tx.also<PersonRow & { active: boolean }>(
    `select ${personJson} as person, ${rolesJson} as roles, u.archived_at is null and u.stage = 'active' as active
     from app_user u where u.id = $1`,
    [actor.id],
  )
  // What the server does by itself is nobody's.
  if (!row) return actor
  const now = row.active ? actorOf(row.person, row.roles, register) : withoutRights(actor.id)
  return rightsOf(now) === rightsOf(actor) ? actor : now
}

/** For what is judged before its transaction begins: it is asked again where rights have changed while it waited. */
export async function refuseIfChanged(tx: Waiting, register: Register, actor: Actor): Promise<void> {
  if ((await actorNow(tx, register, actor)) === actor) return
  throw problem('busy', 'What you may do has changed meanwhile. Please try again.')
}

const withoutRights = (id: number): Actor => ({
  id,
  permissions: new Set(),
  branch: null,
  scopes: {},
  approves: new Set(),
  statusPermission: [],
})

/** The same text for the same rights, in whatever order the roles were read. */
const rightsOf = ({ permissions, approves, scopes, statusPermission, branch }: Actor): string =>
  JSON.stringify([
    [...permissions].sort(),
    [...approves].sort(),
    Object.entries(scopes).sort(([a], [b]) => (a < b ? -1 : 1)),
    statusPermission === 'all' ? statusPermission : [...statusPermission].sort((a, b) => a - b),
    branch,
  ])

export async function readHouse(db: Pool | PoolClient): Promise<House> {
  const { rows } = await db.query<{ house: House }>(`select ${houseJson} as house`)
  return rows[0]!.house
}

/** The person and their rights as the client wants to know them. */
export const meOf = (person: Person, actor: Actor, house: House): Omit<MeAnswer, 'lasts'> => ({
  user: {
    avatar: person.avatar ?? '',
    username: person.username,
    email: person.email,
    permissions: [...actor.permissions],
    notification_permission: person.notificationPermission,
    status_permission: actor.statusPermission === 'all' ? ['all'] : [...actor.statusPermission],
  },
  userId: person.id,
  name: person.name,
  stage: person.mustChoose ? 'choosing' : person.stage,
  house,
  actor: {
    ...actor,
    permissions: [...actor.permissions],
    approves: [...actor.approves],
    statusPermission: actor.statusPermission === 'all' ? 'all' : [...actor.statusPermission],
  },
})
