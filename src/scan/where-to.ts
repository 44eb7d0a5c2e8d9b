import type { Action } from '#contract/action.ts'
import type { Actor } from '#contract/actor.ts'
import type { Register } from '#contract/module.ts'
import { can } from '#contract/rules.ts'
import type { ScanHit } from '#contract/scan/resolve.ts'
import type { RecordPlaces } from '#src/fields/record-places.ts'

/** The page of what was found; of what this person may only list, the list that finds it. */
export function whereTo(
  { module: name, id, title }: ScanHit,
  { places, register, actor }: { places: RecordPlaces | null; register: Register; actor: Actor },
): string | undefined {
  const module = register[name]
  if (!module || !places) return undefined
  const may = (action: Action) => can(actor, module, action)
  const page = places.pathTo(name, id, may)
  if (page) return page
  const list = may('list') ? places.listOf(name) : undefined
  return list && `${list}?q=${encodeURIComponent(title)}`
}
