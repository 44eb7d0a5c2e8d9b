import type { RowScope } from '#contract/actor.ts'
import { scopeIn, type Grants } from '#contract/grants.ts'
import type { Role } from '#contract/modules/access/role.ts'
import { allPermissions, recordModuleNames } from '#contract/permissions.ts'

/**
 * What somebody wants to be different, beside the role as it is. What others change meanwhile shows through, and two
 * people who grant different things do not get in each other's way.
 */
export type Draft = {
  texts: { name?: string; about?: string | null }
  permissions: ReadonlyMap<string, boolean>
  scopes: ReadonlyMap<string, RowScope>
  approves: ReadonlyMap<string, boolean>
}

export const nothing: Draft = { texts: {}, permissions: new Map(), scopes: new Map(), approves: new Map() }

/** As plain values, to be kept on the device: beside them what a new role began as, null for nothing. */
export const toKeep = (
  { texts, permissions, scopes, approves }: Draft,
  from?: number | null,
): Record<string, unknown> => ({
  ...texts,
  permissions: [...permissions],
  scopes: [...scopes],
  approves: [...approves],
  ...(from === undefined ? {} : { from }),
})

/** What was kept; what it names and nobody knows any more has no effect on a role. */
export function fromKept(kept: Record<string, unknown>): Draft {
  const { name, about, permissions, scopes, approves } = kept as Partial<{
    name: string
    about: string | null
    permissions: [string, boolean][]
    scopes: [string, RowScope][]
    approves: [string, boolean][]
  }>
  return {
    texts: { ...(name === undefined ? {} : { name }), ...(about === undefined ? {} : { about }) },
    permissions: new Map(permissions),
    scopes: new Map(scopes),
    approves: new Map(approves),
  }
}

export type Deed =
  | { do: 'grant'; codes: readonly string[]; on: boolean }
  | { do: 'scope'; modules: readonly string[]; to: RowScope }
  | { do: 'approve'; modules: readonly string[]; on: boolean }
  | { do: 'text'; field: 'name' | 'about'; value: string | null }
  | { do: 'start'; with: Draft }
  /** This is saved; what was said while that was under way is not. */
  | { do: 'saved'; what: Draft }

export function change(draft: Draft, deed: Deed): Draft {
  switch (deed.do) {
    case 'grant':
      return { ...draft, permissions: withAll(draft.permissions, deed.codes, deed.on) }
    case 'scope':
      return { ...draft, scopes: withAll(draft.scopes, deed.modules, deed.to) }
    case 'approve':
      return { ...draft, approves: withAll(draft.approves, deed.modules, deed.on) }
    case 'text':
      return { ...draft, texts: { ...draft.texts, [deed.field]: deed.value } }
    case 'start':
      return deed.with
    case 'saved':
      return {
        texts: Object.fromEntries(unlike(Object.entries(draft.texts), new Map(Object.entries(deed.what.texts)))),
        permissions: new Map(unlike(draft.permissions, deed.what.permissions)),
        scopes: new Map(unlike(draft.scopes, deed.what.scopes)),
        approves: new Map(unlike(draft.approves, deed.what.approves)),
      }
  }
}

const withAll = <V>(map: ReadonlyMap<string, V>, keys: readonly string[], value: V): ReadonlyMap<string, V> =>
  new Map([...map, ...keys.map(key => [key, value] as const)])

const unlike = <V>(said: Iterable<[string, V]>, saved: ReadonlyMap<string, V>): [string, V][] =>
  [...said].filter(([key, value]) => !saved.has(key) || saved.get(key) !== value)

export type Texts = Pick<Role, 'name' | 'about'>
export type RoleValues = Texts & Grants
export const emptyRole: RoleValues = {
  name: '',
  about: null,
  permissions: [],
  ownOnly: [],
  branchOnly: [],
  approves: [],
}

/** The role as it would be saved. */
export function apply(role: RoleValues, draft: Draft): RoleValues {
  const { permissions, scopes, approves } = draft
  const granted = new Set(role.permissions)
  const approved = new Set<string>(role.approves)
  const scope = (module: string) => scopes.get(module) ?? scopeIn(role, module)
  return {
    name: draft.texts.name ?? role.name,
    about: draft.texts.about === undefined ? role.about : draft.texts.about,
    permissions: allPermissions.filter(code => permissions.get(code) ?? granted.has(code)),
    ownOnly: recordModuleNames.filter(module => scope(module) === 'own'),
    branchOnly: recordModuleNames.filter(module => scope(module) === 'branch'),
    approves: recordModuleNames.filter(module => approves.get(module) ?? approved.has(module)),
  }
}

export type Difference = {
  texts: (keyof Texts)[]
  granted: string[]
  revoked: string[]
  scopes: { module: string; from: RowScope; to: RowScope }[]
  approves: { module: string; on: boolean }[]
  /** How many things differ. */
  size: number
}

/** What saving would change. */
export function difference(before: RoleValues, after: RoleValues): Difference {
  const texts = (['name', 'about'] as const).filter(field => (before[field] || null) !== (after[field] || null))
  const granted = missingIn(after.permissions, before.permissions)
  const revoked = missingIn(before.permissions, after.permissions)
  const scopes = recordModuleNames.flatMap(module => {
    const [from, to] = [scopeIn(before, module), scopeIn(after, module)]
    return from === to ? [] : [{ module, from, to }]
  })
  const approves = [
    ...missingIn(after.approves, before.approves).map(module => ({ module, on: true })),
    ...missingIn(before.approves, after.approves).map(module => ({ module, on: false })),
  ]
  const size = texts.length + granted.length + revoked.length + scopes.length + approves.length
  return { texts, granted, revoked, scopes, approves, size }
}

const missingIn = <T>(all: readonly T[], other: readonly T[]): T[] => {
  const known = new Set(other)
  return all.filter(one => !known.has(one))
}

/** The fields that have to be written. */
export function changesBetween(before: RoleValues, after: RoleValues): Partial<RoleValues> {
  const { texts, granted, revoked, scopes, approves } = difference(before, after)
  return {
    ...Object.fromEntries(texts.map(field => [field, after[field]])),
    ...(granted.length + revoked.length > 0 ? { permissions: after.permissions } : {}),
    ...(scopes.length > 0 ? { ownOnly: after.ownOnly, branchOnly: after.branchOnly } : {}),
    ...(approves.length > 0 ? { approves: after.approves } : {}),
  }
}

/** Of several things: all, none or some. */
export type Tri = boolean | 'mixed'
export const tri = (flags: readonly boolean[]): Tri =>
  flags.length > 0 && flags.every(Boolean) ? true : flags.some(Boolean) ? 'mixed' : false
