import type { Role } from '#contract/modules/access/role.ts'
import { role } from '#contract/modules/access/role.ts'
import { user, type User } from '#contract/modules/access/user.ts'
import { can } from '#contract/rules.ts'
import { useIsHeld, useKeptRows } from '#src/data/use-kept.ts'
import { useActor } from '#src/session/actor.ts'

/** Everybody, where this person may see everybody: counting some of them would say something wrong. */
export function usePeople(): readonly User[] | undefined {
  const actor = useActor()
  const held = useIsHeld(user) === true && can(actor, user, 'list') && (actor.scopes.user ?? 'all') === 'all'
  return useKeptRows(user, held) as unknown as User[] | undefined
}

/** Every role, also archived ones. */
export function useRoles(): readonly Role[] | undefined {
  const actor = useActor()
  const held = useIsHeld(role) === true && can(actor, role, 'list')
  return useKeptRows(role, held) as unknown as Role[] | undefined
}

/** Who has the role and still works here. */
export const holdersOf = (people: readonly User[], id: number): User[] =>
  people.filter(person => !person.archivedAt && person.stage !== 'off' && person.roles.includes(id))
