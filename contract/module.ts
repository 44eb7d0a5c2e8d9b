import * as z from 'zod/mini'
import type { Action } from './action.ts'
import { metaOf, recordId, type Fields } from './fields.ts'

/** What every record carries. */
export const recordFields = {
  id: recordId(),
  version: z.int(),
  createdAt: z.iso.datetime(),
  createdBy: recordId(),
  updatedAt: z.iso.datetime(),
  updatedBy: recordId(),
  archivedAt: z.nullable(z.iso.datetime()),
}

export type Colour = 'blue' | 'green' | 'yellow' | 'orange' | 'darkred'

export type Move<Stage extends string> = {
  /** The stages it starts from. Without `from` and `to` it leaves the stage alone (merging two list items). */
  from?: readonly Stage[]
  to?: Stage
  /** What it takes. Approvals need edit and the role's approve grant. */
  needs?: 'edit' | 'dispatch' | 'approve'
  /** It is made on archived records, and on no others (undoing a merge). */
  archived?: true
  /** May wait in the outbox. Moves that hand out numbers or money may not. */
  offline?: boolean
  /** What the person is asked for. */
  args?: Fields
}

/**
 * The stages in which a record is no longer chosen for anything (somebody who left). Whatever refers to one already goes on
 * doing so; `refused` is what is said to whoever chooses one all the same.
 */
export type Retired<Stage extends string> = { stages: readonly Stage[]; refused: string }

/** Which fields say whose a row is: any of `own`, or that of the branch. Rows of modules without it are everybody's. */
export type Scope = { own?: string | readonly string[]; branch?: string }

type Declaration<N extends string, F extends Fields, G extends Fields, S extends string, M extends string> = {
  name: N
  /** The number its permissions begin with. */
  code: number
  /** Its table, where its own name is a word of SQL. */
  table?: string
  /** Writing it takes a password that was typed a moment ago. */
  confirm?: true
  /** There is exactly one record, made with the installation. */
  single?: true
  /** Records are added and never changed or archived: what was wrong is corrected by another one. */
  appendOnly?: true
  /** The actions that the module-wide permission (-f) opens as well; only those that the client names. */
  wide?: readonly Action[]
  colour?: Colour
  /** What people write. */
  fields: F
  /** What only the server writes: numbers, totals. Empty until it has. */
  given?: G
  title: (keyof F | keyof NoInfer<G>) & string
  search: readonly ((keyof F | keyof NoInfer<G>) & string)[]
  /**
   * `open`: records in these stages stay on devices whatever their age. With keep 'mine' the others stay for a while, too;
   * without it all of them do.
   */
  offline: { keep: 'all' | 'mine' | 'recent' | 'none'; write: boolean; open?: readonly NoInfer<S>[] }
  scope?: {
    own?: ((keyof F | keyof NoInfer<G>) & string) | readonly ((keyof F | keyof NoInfer<G>) & string)[]
    branch?: keyof F & string
  }
  stages?: readonly S[]
  /** The field that says who took a record to a stage: whoever takes their own step back says in it whose step they mean. */
  stageBy?: { readonly [stage in NoInfer<S>]?: keyof NoInfer<G> & string }
  /** Where the fields may still be changed. Everywhere, if left out. */
  editable?: readonly NoInfer<S>[]
  moves?: Record<M, Move<NoInfer<S>>>
  retired?: Retired<NoInfer<S>>
}

export function defineModule<
  const N extends string,
  F extends Fields,
  // oxlint-disable-next-line typescript/ban-types -- no given fields is exactly the empty object
  G extends Fields = {},
  const S extends string = never,
  const M extends string = never,
>(module: Declaration<N, F, G, S, M>) {
  // A field is made by a helper; anything else is a mistake that shows here and not on some screen.
  for (const field of Object.values(module.fields)) metaOf(field)
  const stage = z.enum(module.stages ?? [])
  return {
    ...module,
    input: z.strictObject(module.fields),
    change: z.strictObject(mapFields(module.fields, field => z.optional(withoutDefault(field)))),
    row: z.object({
      ...recordFields,
      ...module.fields,
      ...(mapFields(module.given ?? {}, field => z.nullable(field)) as { [K in keyof G]: z.ZodMiniNullable<G[K]> }),
      ...((module.stages ? { stage } : {}) as [S] extends [never] ? {} : { stage: typeof stage }),
    }),
  }
}

/** A change must not fill in defaults: zod's partial() would reset every field the caller left out. */
const withoutDefault = (field: z.ZodMiniType) =>
  field instanceof z.ZodMiniDefault ? (field.def.innerType as z.ZodMiniType) : field

const mapFields = (fields: Fields, to: (field: z.ZodMiniType) => z.ZodMiniType): Fields =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, to(field)]))

/** What generic code knows of a module. A settings list is one too (`list` is set, and its rows share one table). */
export type Module = {
  name: string
  code: number
  table?: string | undefined
  confirm?: true | undefined
  single?: true | undefined
  appendOnly?: true | undefined
  wide?: readonly Action[] | undefined
  colour?: Colour | undefined
  fields: Fields
  given?: Fields | undefined
  title: string
  search: readonly string[]
  offline: { keep: 'all' | 'mine' | 'recent' | 'none'; write: boolean; open?: readonly string[] | undefined }
  scope?: Scope | undefined
  stages?: readonly string[] | undefined
  stageBy?: Readonly<Record<string, string | undefined>> | undefined
  editable?: readonly string[] | undefined
  moves?: Record<string, Move<string>> | undefined
  retired?: Retired<string> | undefined
  list?: ListTraits | undefined
  input: z.ZodMiniObject
  change: z.ZodMiniObject
  row: z.ZodMiniObject
}

/** What a settings list adds to a module. */
export type ListTraits = {
  /** Where its screen lives, below /settings. */
  path: string
  /** The list its items' parents are in. */
  parent: string | null
  /** Fixed codes behind the names people may change. Only status lists have them. */
  stages: readonly string[]
  /** The fields of its own, kept in one JSON column. */
  extra: readonly string[]
  seed: readonly Seed[]
}

export type Seed = { label: string; colour?: string; stage?: string; parent?: string } & Record<string, unknown>

/** What every row of any module has; generic code reads the rest by field name. */
export type Row = {
  id: number
  version: number
  createdAt: string
  createdBy: number
  updatedAt: string
  updatedBy: number
  archivedAt: string | null
  stage?: string
} & Record<string, unknown>

export type RowOf<M extends Module> = z.infer<M['row']>
export type InputOf<M extends Module> = z.input<M['input']>
export type ChangeOf<M extends Module> = Partial<InputOf<M>>
export type MoveOf<M extends Module> = keyof NonNullable<M['moves']> & string

/** Every module and list that a program knows, by name. Generic code is handed one instead of importing it. */
export type Register = Readonly<Record<string, Module>>

const words = (name: string) =>
  name
    .replace(/([A-Z])/g, ' $1')
    .toLowerCase()
    .split(' ')
/** orderReturn → order-return */
export const kebab = (name: string) => words(name).join('-')
/** orderReturn → order_return */
export const snake = (name: string) => words(name).join('_')

/** The API path of a module, below the API prefix. */
export const apiPath = (module: Module) => (module.list ? `/list/${kebab(module.name)}` : `/${kebab(module.name)}`)
/** The table that keeps a module's rows. */
export const tableOf = (module: Pick<Module, 'name' | 'list' | 'table'>) =>
  module.list ? 'list_item' : (module.table ?? snake(module.name))
/** The fields that name the people whose a row is. */
export const ownFields = (module: Pick<Module, 'scope'>): readonly string[] => [module.scope?.own ?? []].flat()
/** Fields people write and fields only the server writes, together. */
export const allFields = (module: Module): Fields => ({ ...module.fields, ...module.given })
