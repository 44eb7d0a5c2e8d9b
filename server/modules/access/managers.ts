import type { Actor } from '#contract/actor.ts'
import { isBeyond, isStronger, lostForGood, managesAccess, opened, setsMore, type Grants } from '#contract/grants.ts'
import type { Register, Row } from '#contract/module.ts'
import { role } from '#contract/modules/access/role.ts'
import { user } from '#contract/modules/access/user.ts'
import { problem } from '#contract/problem.ts'
import type { Occasion } from '#server/crud/behaviour.ts'
import type { Tx } from '#server/crud/store.ts'
import { actorFrom } from './reach.ts'
import { rightsInWords } from './right-words.ts'

/** Whoever writes people or roles takes turns, so that two cannot take the right from each other. */
export const takeTurns = (tx: Tx) => tx.lock('access')

/** The roles that count. Read without a lock: whoever holds one of them for writing may be waiting for their turn. */
export const liveRoles = (tx: Tx): Promise<Row[]> => tx.where(role, 'archivedAt', null)

/**
 * Somebody is always left who can give others access, whatever is written: a person or a role, by whomever and from
 * wherever. And whatever one of them can give stays so: what no single person could give again is lost for good.
 * Asked after `takeTurns`.
 */
export async function keepManager(
  occasion: Pick<Occasion, 'tx' | 'register' | 'module' | 'before' | 'row'>,
  roles: Row[],
) {
  const { tx, register, module, before, row } = occasion
  if (!before) return
  const people = await tx.where(user, 'stage', 'active')
  if (managersAmong(people, roles, register).length === 0) return
  const swap = (rows: Row[]) => [...rows.filter(({ id }) => id !== row.id), row]
  const [thenPeople, thenRoles] = module.name === user.name ? [swap(people), roles] : [people, swap(roles)]
  if (managersAmong(thenPeople, thenRoles, register).length === 0)
    throw problem('not-now', 'Nobody would be left who can manage access. Give somebody else that right first.')
  const then = managersAmong(thenPeople, thenRoles, register).map(person => actorFrom(person, thenRoles, register))
  const was = managersAmong(people, roles, register).map(person => actorFrom(person, roles, register))
  const lost = lostForGood(was, then, register)
  if (isBeyond(lost)) throw problem('not-now', lostWords(rightsInWords(lost)))
  for (const manager of was) refuseLoss(manager, then, register)
}

/** The same for the statuses and the branch, which are a person's and no role's. */
function refuseLoss(before: Actor, then: Actor[], register: Register) {
  if (then.some(manager => !isStronger(before, manager, register))) return
  throw problem(
    'not-now',
    lostWords(then.every(manager => setsMore(manager, before)) ? ['all these statuses'] : ['the rows of this branch']),
  )
}

const NAMED = 3

function lostWords(rights: string[]): string {
  const more = rights.length > NAMED ? ` and ${rights.length - NAMED} more` : ''
  const them = rights.length === 1 ? 'it' : 'them'
  return `Nobody who manages access would hold ${rights.slice(0, NAMED).join(', ')}${more}, so nobody could ever give ${them} again. Give ${them} to somebody else who manages access first.`
}

/** Those who can give anybody access. */
export const managersAmong = (people: Row[], roles: Row[], register: Register): Row[] =>
  people.filter(person => isWorking(person) && managesAccess(opened(rolesOf(person, roles), register)))

const isWorking = (person: Row) => person.stage === 'active' && !person.archivedAt

const rolesOf = (person: Row, roles: Row[]) =>
  roles.filter(({ id, archivedAt }) => !archivedAt && (person.roles as number[]).includes(id)) as unknown as Grants[]
