import * as z from 'zod/mini'
import type { Action } from './action.ts'
import { asKept, metaOf, recordId, type Fields } from './fields.ts'

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
  /** What else must be so on the record. */
  when?: (row: Values) => boolean
  /** What is still to be done before it, in a sentence for people: it is offered all the same, and says so. */
  refuses?: (row: Values) => string | null
  /** What it takes. Approvals need edit and the role's approve grant; of edit and dispatch either may do. */
  needs?: 'edit' | 'dispatch' | 'editOrDispatch' | 'approve' | 'erase'
  /** It takes a password that was typed a moment ago. */
  confirm?: true
  /** It is made on archived records, and on no others (undoing a merge); `either`: on both. */
  archived?: true | 'either'
  /** Only one can have made it: whoever comes second is told so, and not that it is done. */
  exclusive?: true
  /** It is made on one record at a time: what it takes is meant for that one. */
  alone?: true
  /** May wait in the outbox. Moves that hand out numbers or money may not. */
  offline?: boolean
  /** What the person is asked for. */
  args?: Fields
  /** Moves of the same module, each of which undoes this one from the stage that it leads to. Without any it stays done. */
  back?: readonly string[]
}

/**
 * The stages in which a record is no longer chosen for anything (somebody who left). Whatever refers to one already goes on
 * doing so; `refused` is what is said to whoever chooses one all the same.
 */
export type Retired<Stage extends string> = { stages: readonly Stage[]; refused: string }

/** Which fields say whose a row is: any of `own`, or that of the branch. Rows of modules without it are everybody's. */
export type Scope = { own?: string | readonly string[]; branch?: string }

/** What labels stick to: small things and shelves, a device on the bench, a parcel. One print holds one of them. */
export type LabelKind = 'small' | 'job' | 'parcel'

export type Aside = 'waits' | 'ended' | 'wrong'
export type Also = { readonly [action in Action]?: readonly string[] }

type Values = Record<string, unknown>
/**
 * What is worked out from a row alone: totals, a balance. The writer stores it, so that it sorts and filters; a form shows it
 * while somebody types, and a device for what waits on it.
 */
export type Derive = (row: Values) => Values
/**
 * At which stage of its list a status beside the main one stands, by the row alone. The writer brings the first status of that
 * stage, and keeps another one of it.
 */
type AxisStage = (row: Values) => string
/**
 * What several fields must say together, by the path of a field (`lines.0.discount`) and in a sentence for people. `before` is
 * the row that is changed, `now` the time, in ms. The form says it beside the field, the writer refuses.
 */
export type Check = (row: Values, before: Values | null, now: number) => Record<string, string>
/**
 * What a choice sets: for a reference, or one in a line (`lines.product`), the fields beside it and what the chosen record
 * has for them. A form never overwrites what somebody typed.
 */
export type Fills = Readonly<Record<string, Readonly<Record<string, (chosen: Values) => unknown>>>>

/**
 * Records of another module that belong to one of this, by the name of that module: they stand on its page with these columns, the
 * first of which leads to them, and a new one begins with it.
 */
export type Children = {
  /** The field that names the record of this module; the one of this module's name, where none is said. */
  by?: string
  columns: readonly string[]
  /** Columns that have a sum below all of them. */
  totals?: readonly string[]
}

type Declaration<N extends string, F extends Fields, G extends Fields, S extends string, M extends string> = {
  name: N
  /** The number its permissions begin with. */
  code: number
  /** Its records carry a label, on paper of this kind. */
  label?: LabelKind
  /** Its table, where its own name is a word of SQL. */
  table?: string
  /** Writing it takes a password that was typed a moment ago. */
  confirm?: true
  /** There is exactly one record, made with the installation. */
  single?: true
  /** Records are added and never changed or archived: what was wrong is corrected by another one. */
  appendOnly?: true
  /** Nobody adds one: the server makes them on the way of other records. */
  madeByServer?: true
  /** The actions that the module-wide permission (-f) opens as well; only those that the client names. */
  wide?: readonly Action[]
  /** Permissions of other modules that open an action of this one. */
  also?: Also
  /** The module whose approve grant approves here too; its own, where none is named. */
  approvedAs?: string
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
  offline: {
    keep: 'all' | 'mine' | 'recent' | 'none'
    write: boolean
    open?: readonly NoInfer<S>[]
    pictures?: Pictures<(keyof F | keyof NoInfer<G>) & string>
  }
  scope?: {
    own?: ((keyof F | keyof NoInfer<G>) & string) | readonly ((keyof F | keyof NoInfer<G>) & string)[]
    branch?: (keyof F | keyof NoInfer<G>) & string
  }
  /** Whoever sees some of its records only may still read the names of all where one is referred to, and refer to any. */
  namesOpen?: true
  stages?: readonly S[]
  /** Stages that are no step on the way: it waits there, came to nothing, or something is wrong. */
  aside?: { readonly [stage in NoInfer<S>]?: Aside }
  /** The field that says who took a record to a stage: whoever takes their own step back says in it whose step they mean. */
  stageBy?: { readonly [stage in NoInfer<S>]?: keyof NoInfer<G> & string }
  /** The field that says when a record came to a stage: it is read where its history cannot be. */
  stageAt?: { readonly [stage in NoInfer<S>]?: keyof NoInfer<G> & string }
  /** The field that says from which stage a record came to one beside the way. */
  stageFrom?: { readonly [stage in NoInfer<S>]?: keyof NoInfer<G> & string }
  /** The field that says why a record stands at a stage beside the way. */
  stageWhy?: { readonly [stage in NoInfer<S>]?: (keyof F | keyof NoInfer<G>) & string }
  /** Where the fields may still be changed. Everywhere, if left out. */
  editable?: readonly NoInfer<S>[]
  /**
   * Where it may be archived: what is issued, paid, allocated or under way may not. Whoever has stages says so; without any a
   * record may be archived at any time.
   */
  archivable?: readonly NoInfer<S>[]
  moves?: Record<M, Move<NoInfer<S>>>
  retired?: Retired<NoInfer<S>>
  /** Fields that take an item of a status list, beside the main status. */
  axes?: { readonly [field in (keyof F | keyof NoInfer<G>) & string]?: AxisStage }
  derive?: Derive
  check?: Check
  fills?: Fills
  children?: Readonly<Record<string, Children>>
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
      ...(mapFields(module.fields, asKept) as F),
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

/** Of open records whose time has come, or comes within so many days, devices keep the small pictures of these fields. */
type Pictures<Field extends string> = { of: readonly Field[]; by: Field; days: number }

/** What generic code knows of a module. A settings list is one too (`list` is set, and its rows share one table). */
export type Module = {
  name: string
  code: number
  label?: LabelKind | undefined
  table?: string | undefined
  confirm?: true | undefined
  single?: true | undefined
  appendOnly?: true | undefined
  madeByServer?: true | undefined
  wide?: readonly Action[] | undefined
  also?: Also | undefined
  approvedAs?: string | undefined
  colour?: Colour | undefined
  fields: Fields
  given?: Fields | undefined
  title: string
  search: readonly string[]
  offline: {
    keep: 'all' | 'mine' | 'recent' | 'none'
    write: boolean
    open?: readonly string[] | undefined
    pictures?: Pictures<string> | undefined
  }
  scope?: Scope | undefined
  namesOpen?: true | undefined
  stages?: readonly string[] | undefined
  aside?: Readonly<Record<string, Aside | undefined>> | undefined
  stageBy?: Readonly<Record<string, string | undefined>> | undefined
  stageAt?: Readonly<Record<string, string | undefined>> | undefined
  stageFrom?: Readonly<Record<string, string | undefined>> | undefined
  stageWhy?: Readonly<Record<string, string | undefined>> | undefined
  editable?: readonly string[] | undefined
  archivable?: readonly string[] | undefined
  moves?: Record<string, Move<string>> | undefined
  retired?: Retired<string> | undefined
  axes?: Readonly<Record<string, AxisStage | undefined>> | undefined
  derive?: Derive | undefined
  check?: Check | undefined
  fills?: Fills | undefined
  children?: Readonly<Record<string, Children>> | undefined
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
}

/** An item that a list begins with (`contract/lists/seeds.ts`). */
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
/** Is a record called by a number that it is given, and by no name of its own? */
export const isNumbered = ({ given, title }: Pick<Module, 'given' | 'title'>): boolean =>
  given !== undefined && title in given

export const allFields = (module: Module): Fields => ({ ...module.fields, ...module.given })
