import { recentFrom } from '#contract/keep.ts'
import { parseFilter } from '#contract/filter-text.ts'
import { ownFields, type Module } from '#contract/module.ts'
import type { House } from '#contract/relative-days.ts'
import { holds } from '#contract/rules.ts'
import { readWho } from '#src/session/house.ts'
import { useHeldGroups } from './data.ts'
import { filterText, readHouse, type RecordQuery } from './local-query.ts'
import { useIsHeld } from './use-kept.ts'

/**
 * Is every row that is asked for on the device? Undefined: not known yet. Of a module that is kept for those whose rows they
 * are, a question about one's own may be one about what is there.
 */
export function useIsAnsweredHere(module: Module, query: RecordQuery): boolean | undefined {
  const names = useHeldGroups()
  const held = useIsHeld(module)
  const me = readWho()?.userId
  return me !== undefined && asksForKept(module, query, me, readHouse()) ? names && holds(names, module) : held
}

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
