import { recentFrom } from '#contract/keep.ts'
import { parseFilter } from '#contract/filter-text.ts'
import { ownFields, type Module } from '#contract/module.ts'
import type { House } from '#contract/relative-days.ts'
import { filterText, type RecordQuery } from './local-query.ts'

/**
 * Is all that is asked for on this person's devices, of a module of which they keep what is theirs? One's own is, and of what
 * has ended only what was touched lately: so the contract's `isKept` has it.
 */
export function asksForKept(module: Module, query: RecordQuery, me: number, house: House): boolean {
  const { filter = {} } = query
  const isMe = (wanted: unknown) => Array.isArray(wanted) && wanted.length === 1 && wanted[0] === me
  if (module.offline.keep !== 'mine' || !ownFields(module).some(field => isMe(filter[field]))) return false
  return !module.offline.open || asksForOpen(module, query) || asksForRecent(module, query, house)
}

function asksForOpen(module: Module, { filter, archived }: RecordQuery): boolean {
  const stages = filter?.stage
  const isOpen = (stage: unknown) => module.offline.open!.includes(stage as string)
  return !archived && Array.isArray(stages) && stages.length > 0 && stages.every(isOpen)
}

function asksForRecent(module: Module, { filter }: RecordQuery, house: House): boolean {
  const text = filterText(filter?.updatedAt)
  const parts = text === null ? null : parseFilter(module, 'updatedAt', text, house)
  const from = recentFrom(house.now.getTime())
  return parts?.every(part => part.is === 'range' && part.from !== null && part.from >= from) ?? false
}
