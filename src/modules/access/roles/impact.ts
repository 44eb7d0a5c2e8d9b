import {
  actorOf,
  beyond,
  lostForGood,
  isBeyond,
  managesAccess,
  opened,
  type Beyond,
  type Grants,
} from '#contract/grants.ts'
import type { Actor } from '#contract/actor.ts'
import type { Register } from '#contract/module.ts'
import { statusFields, type User } from '#contract/modules/access/user.ts'
import type { Role } from '#contract/modules/access/role.ts'
import { allLines, codeOf, type Line } from './lines.ts'

/** Nobody in particular, with these grants: what may they do? */
export const actorWith = (grants: Grants, register: Register, holder?: User): Actor =>
  actorOf(holder ?? nobody, [grants], register)

const nobody = {
  id: 0,
  branch: null,
  anyStatus: true,
  ...(Object.fromEntries(statusFields.map(field => [field, []])) as unknown as Pick<
    User,
    (typeof statusFields)[number]
  >),
}

/** What these grants hold that the actor does not, and so may neither give nor touch. */
export const beyondMe = (me: Actor, grants: Grants, register: Register): Beyond =>
  beyond(me, actorWith(grants, register), register)

export type Loss = { person: User; codes: string[]; everything: boolean }

export type Impact = {
  /** Who would lose something that no other role gives them. */
  losses: Loss[]
  /** Would nobody be left who can give others access? */
  lastManager: boolean
  /** What no single person who gives others access would hold any more, and so nobody could ever give again. */
  lost: Beyond
}

/** What saving would take from people. Roles that were archived give nothing any more. */
export function impactOf(
  role: { id: number; before: Grants; after: Grants },
  people: readonly User[],
  roles: readonly Role[],
  register: Register,
): Impact {
  const others = new Map<number, Grants>(roles.filter(one => !one.archivedAt).map(one => [one.id, one]))
  const held = (person: User, own: Grants) =>
    person.roles.flatMap(id => (id === role.id ? own : (others.get(id) ?? [])))
  const rights = (person: User, own: Grants) => opened(held(person, own), register)
  const working = people.filter(person => person.stage === 'active' && !person.archivedAt)
  const losses = working.flatMap(person => {
    if (!person.roles.includes(role.id)) return []
    const after = rights(person, role.after).permissions
    const codes = [...rights(person, role.before).permissions].filter(code => !after.has(code))
    return codes.length > 0 ? [{ person, codes, everything: after.size === 0 }] : []
  })
  const managers = (own: Grants) => working.map(person => rights(person, own)).filter(managesAccess)
  const [before, after] = [managers(role.before), managers(role.after)]
  return {
    losses,
    lastManager: before.length > 0 && after.length === 0,
    lost: lostForGood(before, after, register),
  }
}

/** Would the server refuse it, because access could not be given any more? */
export const isBlocked = (impact: Impact | null): boolean =>
  impact !== null && (impact.lastManager || isBeyond(impact.lost))

/** Actions without the list that leads to them: nothing wrong with it, but hardly what was meant. */
export const withoutList = (granted: ReadonlySet<string>): Line[] =>
  allLines.filter(line => {
    const has = (column: string) => line.columns.includes(column) && granted.has(codeOf(line, column))
    return line.columns.includes('a') && !has('a') && !has('f') && ['c', 'd', 'e'].some(has)
  })
