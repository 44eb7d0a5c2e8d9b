import type { Actor, RowScope } from './actor.ts'
import type { Role } from './modules/access/role.ts'
import type { User } from './modules/access/user.ts'
import { statusFields } from './modules/access/user.ts'
import type { Module, Register } from './module.ts'
import { recordModuleCodes } from './module-codes.ts'
import { isPlanned } from './permissions.ts'
import { can, mayApprove } from './rules.ts'

/** What a role grants. */
export type Grants = Pick<Role, 'permissions' | 'ownOnly' | 'branchOnly' | 'approves'>

/** What somebody may do, whoever they are. */
export type Rights = Pick<Actor, 'permissions' | 'approves' | 'scopes'>

export type Holder = Pick<User, 'id' | 'branch' | 'anyStatus' | (typeof statusFields)[number]>

const width: Record<RowScope, number> = { own: 0, branch: 1, all: 2 }

/** A module that is not built yet is limited all the same: nobody hands out what opens later. */
const codeOf = (module: string, register: Register): number | undefined =>
  register[module]?.code ?? (recordModuleCodes as Readonly<Record<string, number>>)[module]

/** How much of a module one role lets people see. */
export const scopeIn = (role: Grants, module: string): RowScope =>
  (role.ownOnly as string[]).includes(module)
    ? 'own'
    : (role.branchOnly as string[]).includes(module)
      ? 'branch'
      : 'all'

/** What roles open when they are added up: every permission of any, and of the scopes the widest. */
export const opened = (roles: readonly Grants[], register: Register): Rights => ({
  permissions: new Set(roles.flatMap(role => role.permissions)),
  scopes: scopesOf(roles, register),
  approves: new Set(roles.flatMap(role => role.approves)),
})

/** A person with their roles added up. */
export function actorOf(holder: Holder, roles: readonly Grants[], register: Register): Actor {
  return {
    id: holder.id,
    branch: holder.branch,
    ...opened(roles, register),
    statusPermission: holder.anyStatus ? 'all' : statusFields.flatMap(field => holder[field]),
  }
}

function scopesOf(roles: readonly Grants[], register: Register): Record<string, RowScope> {
  const scopes: Record<string, RowScope> = {}
  const limited = new Set(roles.flatMap(role => [...role.ownOnly, ...role.branchOnly]))
  const lent = Object.values(register).filter(({ also }) => also)
  for (const name of new Set([...limited, ...lent.map(module => module.name)])) {
    // A role that opens nothing in the module has no say in how much of it is seen.
    const granted = roles.flatMap(role => scopesBy(role, name, register))
    if (granted.length === 0 && !limited.has(name as never)) continue
    const widest = granted.reduce<RowScope>((a, b) => (width[b] > width[a] ? b : a), 'own')
    if (widest !== 'all') scopes[name] = widest
  }
  return scopes
}

/** How much of a module the role opens: by permissions of its own, and by those of others as much as of these. */
function scopesBy(role: Grants, name: string, register: Register): RowScope[] {
  const isOf = (number: number | undefined) => (permission: string) => permission.startsWith(`${number}-`)
  const own = role.permissions.some(isOf(codeOf(name, register))) ? [scopeIn(role, name)] : []
  const also = new Set(Object.values(register[name]?.also ?? {}).flat())
  const lenders = Object.values(register).filter(({ code, name: from }) => from !== name && [...also].some(isOf(code)))
  const lent = lenders.filter(({ code }) => role.permissions.some(held => also.has(held) && isOf(code)(held)))
  return [...own, ...lent.map(lender => lentScope(scopeIn(role, lender.name), register[name]))]
}

/** Rows that have no branch, and have somebody's, are narrowed to their own. */
const lentScope = (scope: RowScope, of: Module | undefined): RowScope =>
  scope === 'branch' && !of?.scope?.branch && of?.scope?.own ? 'own' : scope

/** What these grants hold beyond what the actor holds: nobody hands it out, and nobody touches who has it. */
export type Beyond = { permissions: string[]; approves: string[]; scopes: string[] }

export function beyond(actor: Rights, grants: Rights, register: Register): Beyond {
  const wider = Object.keys(actor.scopes).filter(
    name => opensAny(grants, name, register) && width[grants.scopes[name] ?? 'all'] > width[actor.scopes[name]!],
  )
  return {
    permissions: [...grants.permissions].filter(code => !actor.permissions.has(code)),
    approves: [...grants.approves].filter(name => !actor.approves.has(name)),
    scopes: wider,
  }
}

export const isBeyond = ({ permissions, approves, scopes }: Beyond): boolean =>
  permissions.length + approves.length + scopes.length > 0

const opensAny = ({ permissions }: Rights, module: string, register: Register) => {
  const also = Object.values(register[module]?.also ?? {}).flat()
  return [...permissions].some(
    permission => permission.startsWith(`${codeOf(module, register)}-`) || also.includes(permission),
  )
}

/** The modules in which that person sees the rows of a branch that is not this person's, who sees one branch only. */
export const beyondBranch = (actor: Actor, other: Actor, register: Register): string[] =>
  other.branch === null || other.branch === actor.branch
    ? []
    : Object.keys(actor.scopes).filter(
        name => actor.scopes[name] === 'branch' && other.scopes[name] === 'branch' && opensAny(other, name, register),
      )

/** May that person set a status that this one may not? Statuses say nothing where there is no permission at all. */
export const setsMore = (actor: Actor, other: Actor): boolean => {
  const { statusPermission: mine } = actor
  if (mine === 'all' || other.permissions.size === 0) return false
  return other.statusPermission === 'all' || other.statusPermission.some(item => !mine.includes(item))
}

/** May that person do anything that this one may not? Then this one may not change, let in, or put away that one. */
export const isStronger = (other: Actor, actor: Actor, register: Register): boolean =>
  isBeyond(beyond(actor, other, register)) || beyondBranch(actor, other, register).length > 0 || setsMore(actor, other)

/**
 * What no single person of those who manage access could give any more, though one could before; by what the one lacks
 * who comes nearest. Who holds only a part of it cannot even act on who holds it all.
 */
export function lostForGood(before: readonly Rights[], then: readonly Rights[], register: Register): Beyond {
  const size = ({ permissions, approves, scopes }: Beyond) => permissions.length + approves.length + scopes.length
  for (const was of before) {
    const lacks = then.map(manager => beyond(manager, was, register)).toSorted((a, b) => size(a) - size(b))
    if (lacks[0] && isBeyond(lacks[0])) return lacks[0]
  }
  return { permissions: [], approves: [], scopes: [] }
}

/** May somebody with these permissions give access to those whom they see? */
export const givesAccess = (permissions: ReadonlySet<string>): boolean =>
  permissions.has('60-c') && permissions.has('61-c')

/** May somebody with these rights give access to anybody? There is always one such person left. */
export const managesAccess = ({ permissions, scopes }: Pick<Rights, 'permissions' | 'scopes'>): boolean =>
  givesAccess(permissions) && (scopes.user ?? 'all') === 'all'

/**
 * May they decide about others' stuck changes in this module? Who edits there, and approves. Lists, products and parts are not
 * approved by anybody: there it is who manages access.
 */
export const supervises = (module: Module, actor: Actor): boolean =>
  can(actor, module, 'edit') &&
  (mayApprove(module, actor) || (!isPlanned(module.approvedAs ?? module.name) && managesAccess(actor)))
