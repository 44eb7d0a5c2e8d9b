import type { Actor, RowScope } from '#contract/actor.ts'
import type { Register } from '#contract/module.ts'

/** What a role grants, as its row says it. */
export type Grants = {
  permissions: readonly string[]
  scopes: Readonly<Record<string, RowScope>>
  approves: readonly string[]
}

type Holder = { id: number; branch: number | null; statusPermission: number[] | 'all' }

const width: Record<RowScope, number> = { own: 0, branch: 1, all: 2 }

/** A person's roles added up: every permission of any, and of the scopes the widest. */
export function actorOf(user: Holder, roles: readonly Grants[], register: Register): Actor {
  return {
    id: user.id,
    branch: user.branch,
    permissions: new Set(roles.flatMap(role => role.permissions)),
    scopes: scopesOf(roles, register),
    approves: new Set(roles.flatMap(role => role.approves)),
    statusPermission: user.statusPermission,
  }
}

function scopesOf(roles: readonly Grants[], register: Register): Record<string, RowScope> {
  const scopes: Record<string, RowScope> = {}
  for (const name of new Set(roles.flatMap(role => Object.keys(role.scopes)))) {
    const module = register[name]
    if (!module) continue
    // A role that opens nothing in the module has no say in how much of it is seen.
    const granting = roles.filter(role => role.permissions.some(code => code.startsWith(`${module.code}-`)))
    const widest = granting
      .map(role => role.scopes[name] ?? 'all')
      .reduce<RowScope>((a, b) => (width[b] > width[a] ? b : a), 'own')
    if (widest !== 'all') scopes[name] = widest
  }
  return scopes
}
