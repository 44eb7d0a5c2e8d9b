import { isKeptInPart } from '#contract/keep.ts'
import { isList } from '#contract/list.ts'
import type { Module, Register } from '#contract/module.ts'
import { holds } from '#contract/rules.ts'
import { isKeepable, type Cursor, type Known, type Load } from './user-db.ts'

/** Lists are everybody's. */
export const mayHold = (names: readonly string[]) => (module: Module) => isList(module) || holds(names, module)

/** What this build keeps. */
export const knownTo = (register: Register): Known =>
  Object.fromEntries(
    Object.values(register)
      .filter(isKeepable)
      .map(module => [module.name, howKept(module)]),
  )

const howKept = (module: Module): string =>
  isList(module) ? 'list' : [module.offline.keep, ...(module.offline.open ?? [])].join(' ')

/** The same without the modules of which rows came that this build does not know, and has passed over. */
export function withoutPassed(known: Known, register: Register, rows: readonly { t: string }[]): Known {
  const passed = new Set(rows.map(({ t }) => t).filter(t => !register[t]))
  return passed.size === 0 ? known : Object.fromEntries(Object.entries(known).filter(([name]) => !passed.has(name)))
}

/** The modules that belong on this device, and that the build which loaded did not know, or kept otherwise. */
export function unbrought(register: Register, { knows = {}, groups }: Pick<Load, 'knows' | 'groups'>): Module[] {
  const may = groups ? mayHold(groups.names) : () => true
  return Object.values(register).filter(
    module => isKeepable(module) && may(module) && knows[module.name] !== howKept(module),
  )
}

/**
 * The groups that this device holds entirely. What it does not say of the modules that an earlier build knew is taken on trust.
 * A full device has thrown off records of those that it keeps in part.
 */
export function heldGroups(register: Register, cursor: Cursor | undefined, hasThrownOff = false): readonly string[] {
  const names = cursor?.groups.names ?? []
  const missing = cursor?.knows ? unbrought(register, cursor) : []
  if (hasThrownOff) missing.push(...Object.values(register).filter(isKeptInPart))
  return missing.length === 0 ? names : names.filter(name => !missing.some(module => holds([name], module)))
}
