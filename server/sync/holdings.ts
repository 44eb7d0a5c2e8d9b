import { createHash } from 'node:crypto'
import type { Actor } from '#contract/actor.ts'
import { isKept } from '#contract/keep.ts'
import { isList } from '#contract/list.ts'
import type { Module, Register, Row } from '#contract/module.ts'
import { holds } from '#contract/rules.ts'
import { groupsOf, hiddenFields, isShown, stagesSeen, visibleRow } from '#contract/seen.ts'

/** What belongs on a person's devices: their groups, and a hash that changes with whatever decides what a row there shows. */
export type Holdings = { names: string[]; hash: string }

export function holdingsOf(register: Register, actor: Actor): Holdings {
  const names = groupsOf(register, actor)
  const shown = Object.values(register)
    .filter(module => holds(names, module))
    .map(module => [
      module.name,
      module.offline.keep,
      module.offline.open,
      ...fieldsShown(module, actor),
      ...(stagesSeen(module, actor) ?? []),
    ])
  const hash = createHash('sha256')
    .update(JSON.stringify([names, shown]))
    .digest('base64url')
    .slice(0, 16)
  return { names, hash }
}

/** A right that is given or taken changes them, and so does a field that a new version brings. */
const fieldsShown = (module: Module, actor: Actor): string[] => {
  const hidden = hiddenFields(module, actor)
  return Object.keys(module.row.shape).filter(field => !hidden.includes(field))
}

/**
 * The row as this person's devices hold it; null where they must not. What is only old is for the device to drop: it knows
 * what its person opened, and what their unfinished work needs.
 */
export const shownTo = (actor: Actor, names: readonly string[], module: Module, row: Row): Row | null =>
  holds(names, module) && (isList(module) || (isShown(module, row, actor) && isMineIfAsked(module, row, actor)))
    ? visibleRow(module, row, actor)
    : null

const isMineIfAsked = (module: Module, row: Row, actor: Actor): boolean =>
  module.offline.keep !== 'mine' || isKept(module, row, actor, 0)
