import type { Actor } from '#contract/actor.ts'
import { metaOf, type FieldKind } from '#contract/fields.ts'
import { filtersOf } from '#contract/filters.ts'
import { allFields, type Module } from '#contract/module.ts'
import { reveals } from '#contract/rules.ts'

const few: readonly FieldKind[] = ['choice', 'flag', 'listItem']
const days: readonly FieldKind[] = ['date', 'dateTime']

function fieldsOf(module: Module, actor: Pick<Actor, 'permissions'>, kinds: readonly FieldKind[]): string[] {
  // What a list can be asked for is what it can be split by.
  const asked = new Set(filtersOf(module).map(filter => filter.name))
  return Object.entries(allFields(module)).flatMap(([name, field]) =>
    kinds.includes(metaOf(field).kind) && asked.has(name) && reveals(module, name, actor) ? [name] : [],
  )
}

/** What a list can be split by: the stage, and fields of few values. */
export const groupFields = (module: Module, actor: Pick<Actor, 'permissions'>): string[] => [
  ...(module.stages ? ['stage'] : []),
  ...fieldsOf(module, actor, few),
]

/** The days that records can stand at in a calendar. */
export const dateFields = (module: Module, actor: Pick<Actor, 'permissions'>): string[] => fieldsOf(module, actor, days)
