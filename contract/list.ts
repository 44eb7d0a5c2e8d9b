import { code, choice, colour, flag, listItem, maybe, number, once, text, withDefault, type Fields } from './fields.ts'
import { defineModule, type Colour, type ListTraits, type Module, type RowOf } from './module.ts'

type Declaration<N extends string, F extends Fields, S extends string> = {
  name: N
  /** The number its permissions begin with. */
  code: number
  /** Where its screen lives, below /settings. */
  path: string
  /** Whose mark its stages wear: the module that these statuses belong to. */
  colour?: Colour
  parent?: { name: string }
  /** Fixed codes behind the names people may change. Only status lists have them. */
  stages?: readonly [S, ...S[]]
  extra?: F
}

/**
 * A settings list: a module whose rows are items of the shared list table. Only `label` must be given; the server
 * makes `code` from it (stable from then on) and puts the item last. `position` is a fraction between its
 * neighbours, so that a reorder writes one row.
 */
export function defineList<
  const N extends string,
  // oxlint-disable-next-line typescript/ban-types -- no extras is exactly the empty object
  F extends Fields = {},
  const S extends string = never,
>(list: Declaration<N, F, S>) {
  const stage = { stage: choice((list.stages ?? ['none']) as readonly [S, ...S[]]) }
  const traits: ListTraits = {
    path: list.path,
    parent: list.parent?.name ?? null,
    stages: list.stages ?? [],
    extra: Object.keys(list.extra ?? {}),
  }
  return {
    ...defineModule({
      name: list.name,
      code: list.code,
      ...(list.colour ? { colour: list.colour } : {}),
      fields: {
        label: text(100),
        code: once(maybe(code(60))),
        colour: maybe(colour()),
        position: maybe(number({ merge: 'apply' })),
        active: withDefault(flag(), true),
        parent: maybe(listItem(list.parent ?? { name: '' })),
        ...((list.stages ? stage : {}) as [S] extends [never] ? {} : typeof stage),
        ...((list.extra ?? {}) as F),
      },
      given: { mergedInto: listItem(list) },
      title: 'label',
      search: ['label', 'code'],
      offline: { keep: 'all', write: true },
      moves: { merge: { needs: 'edit', args: { into: listItem(list) } } },
    }),
    list: traits,
  }
}

export type List = Module & { list: ListTraits }
export type ItemOf<L extends List> = RowOf<L>

/** What every list item has, whatever its list. */
export type Item = {
  id: number
  version: number
  label: string
  code: string
  colour: string | null
  position: number
  active: boolean
  parent: number | null
  stage?: string
  archivedAt: string | null
  mergedInto: number | null
} & Record<string, unknown>

/** How far apart items are put, and behind the last; thirty moves into one gap fit between two of them. */
export const GAP = 1024

export const isList = (module: Module): module is List => module.list !== undefined
