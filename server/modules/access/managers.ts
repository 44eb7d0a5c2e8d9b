import { managesAccess, opened, type Grants } from '#contract/grants.ts'
import type { Register, Row } from '#contract/module.ts'
import { role } from '#contract/modules/access/role.ts'
import { user } from '#contract/modules/access/user.ts'
import { problem } from '#contract/problem.ts'
import type { Occasion } from '#server/crud/behaviour.ts'
import type { Tx } from '#server/crud/store.ts'

/** Whoever writes people or roles takes turns, so that two cannot take the right from each other. */
export const takeTurns = (tx: Tx) => tx.lock('access')

/** The roles that count. Read without a lock: whoever holds one of them for writing may be waiting for their turn. */
export const liveRoles = (tx: Tx): Promise<Row[]> => tx.where(role, 'archivedAt', null)

/**
 * Somebody is always left who can give others access, whatever is written: a person or a role, by whomever and from
 * wherever. Asked after `takeTurns`.
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
  const left =
    module.name === user.name
      ? managersAmong(swap(people), roles, register)
      : managersAmong(people, swap(roles), register)
  if (left.length === 0)
    throw problem('not-now', 'Nobody would be left who can manage access. Give somebody else that right first.')
}

/** Those who can give anybody access. */
export function managersAmong(people: Row[], roles: Row[], register: Register): Row[] {
  const live = roles.filter(({ archivedAt }) => !archivedAt)
  const held = (person: Row) => live.filter(({ id }) => (person.roles as number[]).includes(id)) as unknown as Grants[]
  return people.filter(
    person => person.stage === 'active' && !person.archivedAt && managesAccess(opened(held(person), register)),
  )
}
