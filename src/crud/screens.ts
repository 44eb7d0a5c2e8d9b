import type { ComponentType, LazyExoticComponent } from 'react'
import type { Action } from '#contract/action.ts'
import type { Colour, InputOf, Module, MoveOf, Row, RowOf } from '#contract/module.ts'
import { permissions } from '#contract/rules.ts'
import type { InputProps } from '#src/fields/view.ts'
import type { IconType } from '#src/ui/icon.tsx'
import type { Form } from './use-form.ts'

/** A text by its key in public/locales: `dealerBranch:titles.list`. */
export type TextKey = `${string}:${string}`

type Guarded = Pick<Module, 'code' | 'wide'>
/** What opens a route: an action of its module, or of another one. */
export type May = Action | { of: Guarded; action: Action }

export type ScreenProps = {
  screens: Screens
  /** The title of the route that is open. */
  title: TextKey
}
export type Page = ComponentType<ScreenProps> | LazyExoticComponent<ComponentType<ScreenProps>>

export type RouteLine = {
  title: TextKey
  /** Any one of them will do. An empty list is for everybody who is signed in. */
  may: May | readonly May[]
  page: Page
  /** Whose record the `:id` is, where the breadcrumb bar and a new task should know it. */
  record?: Module
}

/** What a module's own part of its details gets: the record as it is now. */
export type PartProps = { record: Row; screens: Screens }
/** What a tab gets that a module puts on the records of another one: the record, and the own field that names it. */
export type RecordTabProps = { module: Module; record: Row; field: string }
/** What a module's own control of a field gets beside its own value: the whole form, and the record that is changed. */
export type OwnInputProps = InputProps & { form: Form; seen: Row | undefined }

/** What a module's own question before a move gets; it makes the move itself (`useMove`). */
export type MoveProps = PartProps & { onClose: () => void }

type FieldOf<M extends Module> = keyof InputOf<M> & string

/** How a module appears: its own table of routes, and which fields stand where. How a field looks is known by its kind. */
export type Screens<M extends Module = Module> = {
  module: M
  icon?: IconType
  columns: readonly (keyof RowOf<M> & string)[]
  /** Rows of fields. */
  form: readonly (readonly FieldOf<M>[])[]
  /** What the parts of a long form are called, by the field that each begins with; `<key>Text` says more, where it is there. */
  sections?: Readonly<Partial<Record<FieldOf<M>, TextKey>>>
  /** Controls of the module's own, where that of the kind is not enough. */
  inputs?: Readonly<Partial<Record<FieldOf<M>, ComponentType<OwnInputProps>>>>
  /** More tabs on the details, by the word in the address. */
  tabs?: Readonly<Record<string, { title: TextKey; tab: ComponentType<PartProps> }>>
  /** A tab on the records of every module that a field of this one refers to by its name. */
  onRecords?: { title: TextKey; tab: ComponentType<RecordTabProps> }
  /** Stands above the fields on the first tab of the details. */
  panel?: ComponentType<PartProps>
  /** A question of the module's own before a move, instead of what the move asks for. */
  moves?: Readonly<Partial<Record<MoveOf<M>, ComponentType<MoveProps>>>>
  routes: Readonly<Record<`/${string}`, RouteLine>>
  /** Where one is shown of a module that has no page for it: an address with `:id` in it. */
  opensAt?: `/${string}`
}

type Declaration<M extends Module> = Omit<Screens<M>, 'module' | 'columns' | 'form'> &
  Partial<Pick<Screens<M>, 'columns' | 'form'>>

/** Left out, columns are the first five fields and the form is one field a row: a module is visible before anyone thought about its looks. */
export function defineScreens<M extends Module>(module: M, declared: Declaration<M>): Screens<M> {
  const fields = Object.keys(module.fields) as (keyof RowOf<M> & keyof InputOf<M> & string)[]
  return { module, columns: fields.slice(0, 5), form: fields.map(field => [field]), ...declared }
}

/** What the shell reads of the page that is open. */
export type Handle = {
  path: string
  title: TextKey
  /** The permissions that open it, any one of them; empty for everybody who is signed in. */
  codes: readonly string[]
  colour?: Colour
  /** The module whose record the `:id` is. */
  record?: string
}

export const codesOf = (module: Guarded, may: May | readonly May[]): string[] => [
  ...new Set(
    [may].flat().flatMap(one => (typeof one === 'string' ? permissions(module, one) : permissions(one.of, one.action))),
  ),
]

type Places = Pick<Screens, 'routes' | 'opensAt'>

const withId = (path: string) => path.includes(':id')
const lineFor = (screens: Places, action: Action, needsId?: boolean) =>
  Object.entries(screens.routes).find(
    ([path, line]) => [line.may].flat().includes(action) && (needsId === undefined || withId(path) === needsId),
  )?.[0]

/** Where links for an action go: the first line that the action opens. */
export function pathTo(screens: Places, action: Action, id?: number): string | undefined {
  const path = lineFor(screens, action) ?? (action === 'details' ? screens.opensAt : undefined)
  return id === undefined ? path : path?.replace(':id', String(id))
}

/** The word in the address that opens a form in a drawer: `new`, or a record's id. */
export const FORM = 'form'

/** Where a new record is made or one is changed: its own page, or a drawer on the page of the list. */
export function pathToForm(screens: Places, id?: number): string | undefined {
  const page = pathTo(screens, id === undefined ? 'create' : 'edit', id)
  if (page) return page
  const list = lineFor(screens, 'list')
  return list && `${list}?${FORM}=${id ?? 'new'}`
}

/** Where a new record that begins as this one is made. */
export function pathToCopy(screens: Places, id: number): string | undefined {
  const own = lineFor(screens, 'create', true)
  if (own) return own.replace(':id', String(id))
  const create = lineFor(screens, 'create', false)
  return create && `${create}?copy=${id}`
}
