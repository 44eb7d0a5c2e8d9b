import type { Actor } from '#contract/actor.ts'
import {
  actorOf,
  beyond,
  beyondBranch,
  isBeyond,
  isStronger,
  managesAccess,
  opened,
  setsMore,
  type Beyond,
  type Holder,
} from '#contract/grants.ts'
import { role, type Role } from '#contract/modules/access/role.ts'
import { user, type User } from '#contract/modules/access/user.ts'
import { useData } from '#src/data/data.ts'
import { useKeptRows } from '#src/data/use-kept.ts'
import { useActor, useCan } from '#src/session/actor.ts'

/** What somebody may do and one may not. */
export type Surplus = Beyond & { otherBranch: boolean; statuses: boolean }

export type Access = {
  /** The roles that can be given, by name; undefined where this person, or this browser, cannot look into them. */
  roles: readonly Role[] | undefined
  loading: boolean
  /** What somebody may do with these roles; undefined where it cannot be known here. */
  rightsOf: (holder: Holder, roles: readonly number[]) => Actor | undefined
  /** What stands in the way of touching somebody with these rights; null where nothing does. */
  surplusOf: (rights: Actor | undefined) => Surplus | null
  /** The same, of a person as they are saved. */
  strongerBy: (person: User) => Surplus | null
  /** Does a role hold more than one may give? */
  isTooMuch: (role: Role) => boolean
  /** Is this the last person who can give others access? */
  isLast: (person: User) => boolean
}

/** The server's rules on who may give what to whom, asked before anything is sent. What is not known here is left to it. */
export function useAccess(): Access {
  const me = useActor()
  const { register, db, opened: isOpen } = useData()
  const sees = useCan(role, 'list') && !(isOpen && db === null)
  const kept = useKeptRows(role, sees) as Role[] | undefined
  const people = useKeptRows(user, useCan(user, 'list')) as User[] | undefined
  const byId = new Map(kept?.map(one => [one.id, one]))

  const rightsOf = (holder: Holder, ids: readonly number[]) => {
    const held = ids.flatMap(id => byId.get(id) ?? [])
    if (held.length < ids.length) return undefined
    // An archived role gives nobody anything.
    return actorOf(
      holder,
      held.filter(one => !one.archivedAt),
      register,
    )
  }
  const surplusOf = (rights: Actor | undefined): Surplus | null =>
    rights && isStronger(rights, me, register)
      ? {
          ...beyond(me, rights, register),
          otherBranch: beyondBranch(me, rights, register).length > 0,
          statuses: setsMore(me, rights),
        }
      : null
  const manages = (person: User) => {
    const rights = rightsOf(person, person.roles)
    return rights !== undefined && managesAccess(rights)
  }
  return {
    roles: sees ? (kept ?? []).filter(one => !one.archivedAt).sort((a, b) => a.name.localeCompare(b.name)) : undefined,
    loading: sees && kept === undefined,
    rightsOf,
    surplusOf,
    strongerBy: person => surplusOf(rightsOf(person, person.roles)),
    isTooMuch: one => isBeyond(beyond(me, opened([one], register), register)),
    isLast: person =>
      isWorking(person) &&
      manages(person) &&
      !(people ?? []).some(other => other.id !== person.id && isWorking(other) && manages(other)),
  }
}

const isWorking = (person: User) => person.stage === 'active' && !person.archivedAt
