import { use, type ComponentType, type LazyExoticComponent } from 'react'
import type { Action } from '#contract/action.ts'
import type { Colour, InputOf, Module, MoveOf, Row, RowOf } from '#contract/module.ts'
import { permissions } from '#contract/rules.ts'
import type { LabelLoader } from '#src/labels/label-of.ts'
import { whenReachable } from '#src/lib/piece.ts'
import type { ScanMode } from '#src/scan/modes/mode.ts'
import type { IconType } from '#src/ui/icon.tsx'
import type { OwnInputProps } from './around.ts'
import type { ArgsProps } from './arg-fields.tsx'
import type { ListState } from './list/state.ts'

/** A text by its key in public/locales: `dealerBranch:titles.list`. */
export type TextKey = `${string}:${string}`

type Guarded = Pick<Module, 'code' | 'wide' | 'also' | 'madeByServer'>
/** What opens a route: an action of its module, or of another one. */
export type May = Action | { of: Guarded; action: Action }

export type ScreenProps = {
  screens: Screens
  /** The title of the route that is open. */
  title: TextKey
}
export type Page = (ComponentType<ScreenProps> | LazyExoticComponent<ComponentType<ScreenProps>>) & {
  /** Brings it before it is drawn. */
  fetch?: () => Promise<unknown>
}

export type RouteLine = {
  title: TextKey
  /** Any one of them will do. An empty list is for everybody who is signed in. */
  may: May | readonly May[]
  page: Page
  /** Whose record the `:id` is, where the breadcrumb bar and a new task should know it. */
  record?: Module
  /** Whose record the `:id` is, where they should not: the client names none for it. */
  idOf?: Module
  /** Where it is not that of the module whose page it is. */
  colour?: Colour | undefined
}

/** What a module's own part of its details gets: the record as it is now. */
export type PartProps = { record: Row; screens: Screens }
/** What a tab gets that a module puts on the records of another one: the record, and the own field that names it. */
export type RecordTabProps = { module: Module; record: Row; field: string }
/** What a module's own question before a move gets; it makes the move itself (`useMove`). */
export type MoveProps = PartProps & { move: string; onClose: () => void }

/** What a module draws in a cell itself; `width` is what it needs in pixels, where that is not what its field needs. */
export type OwnCell = ComponentType<{ row: Row }> & { width?: number }

type FieldOf<M extends Module> = keyof InputOf<M> & string

/** `may`: as of a route. With an icon it stands in the bar beside what is selected, else in its menu. */
export type SelectedPage = Pick<RouteLine, 'title' | 'may'> & {
  icon?: IconType
  to: (ids: readonly number[]) => string
}

/** Where a module's pages are: all that the shell knows of them before one is opened. */
export type Pages<M extends Module = Module> = {
  module: M
  icon?: IconType
  /** A tab on the records of every module that a field of this one refers to by its name. */
  onRecords?: { title: TextKey; tab: ComponentType<RecordTabProps> }
  routes: Readonly<Record<`/${string}`, RouteLine>>
  /** Where one is shown of a module that has no page for it: an address with `:id` in it. */
  opensAt?: `/${string}`
  /** Fetches what stands on the pages, with the first of them; not there where it is known from the start. */
  contents?: () => Promise<Contents<M>>
}

/** What stands on the pages of a module. How a field looks is known by its kind. */
export type Contents<M extends Module = Module> = {
  columns: readonly (keyof RowOf<M> & string)[]
  /** What stands in the cell of another column, behind its value and quieter: the city of a name. */
  beside?: Readonly<Partial<Record<keyof RowOf<M> & string, keyof RowOf<M> & string>>>
  /** Columns that say more than their field: how it stands with what was promised. */
  cells?: Readonly<Partial<Record<keyof RowOf<M> & string, OwnCell>>>
  /** Rows of fields. */
  form: readonly (readonly FieldOf<M>[])[]
  /** What the parts of a long form are called, by the field that each begins with; `<key>Text` says more, where it is there. */
  sections?: Readonly<Partial<Record<FieldOf<M>, TextKey>>>
  /** Controls of the module's own, where that of the kind is not enough; null where one of them draws this field too. */
  inputs?: Readonly<Partial<Record<FieldOf<M>, ComponentType<OwnInputProps> | null>>>
  /** The page of a record, where it shows more than any: a composition of the parts of a `RecordPage`. */
  details?: Page
  /** What it shows of a record in short: above the fields of its page, to the scanner, and beside what is of that record. */
  panel?: ComponentType<PartProps>
  /** A question of the module's own before a move, instead of what the move asks for. */
  moves?: Readonly<Partial<Record<MoveOf<M>, ComponentType<MoveProps>>>>
  /** Controls of the module's own for what a move asks for, where many records are moved at once. */
  args?: Readonly<Partial<Record<MoveOf<M>, ComponentType<ArgsProps>>>>
  /** How its label is drawn, where its module has one. */
  label?: LabelLoader
  /**
   * Pages about those that are selected in the list, for whom their route is for. Where that is for everybody, `may` says what the
   * server is asked for there.
   */
  selected?: readonly SelectedPage[]
  /** What people do with one thing after the other while they scan, by the word in the address of the scanner. */
  modes?: Readonly<Record<string, ScanMode>>
  /** Views that come with the module, by a word of their own: what each asks of the list for whoever reads it. */
  views?: Readonly<Record<string, { title: TextKey; asks: (me: number) => Partial<ListState> }>>
}

/** A module as its pages know it. */
export type Screens<M extends Module = Module> = Pages<M> & Contents<M>

/** Left out, columns are the first five fields and the form is one field a row: a module is visible before anyone thought about its looks. */
export function defineContents<M extends Module>(module: M, declared: Partial<Contents<M>>): Contents<M> {
  const fields = Object.keys(module.fields) as (keyof RowOf<M> & keyof InputOf<M> & string)[]
  return { columns: fields.slice(0, 5), form: fields.map(field => [field]), ...declared }
}

export const definePages = <M extends Module>(module: M, declared: Omit<Pages<M>, 'module'>): Pages<M> => ({
  module,
  ...declared,
})

/** Pages and contents in one: for a module of few words, whose contents are worth no file of their own. */
export const defineScreens = <M extends Module>(
  module: M,
  { routes, ...declared }: Pick<Pages<M>, 'icon' | 'onRecords' | 'routes' | 'opensAt'> & Partial<Contents<M>>,
): Screens<M> => ({ module, routes, ...defineContents(module, declared) })

const fetched = new WeakMap<Pages, Promise<Screens>>()

/** The module with its contents, fetched once. */
export function screensOf(pages: Pages | Screens): Promise<Screens> {
  const { contents } = pages
  let screens = fetched.get(pages)
  if (!screens) {
    // One promise for all who wait: React's `use` would wait for each new one.
    screens = contents ? whenReachable(contents).then(it => ({ ...pages, ...it })) : Promise.resolve(pages as Screens)
    // What could not be fetched is fetched anew.
    const known = screens
    screens.then(
      // As React marks it itself, so that nothing waits for what is here.
      value => Object.assign(known, { status: 'fulfilled', value }),
      () => fetched.delete(pages),
    )
    fetched.set(pages, screens)
  }
  return screens
}

/** The same where something is drawn: it waits for what is not here yet, and only for that. */
export const readScreens = (pages: Pages): Screens => use(screensOf(pages))

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

type Places = Pick<Pages, 'module' | 'routes' | 'opensAt'>

const withId = (path: string) => path.includes(':id')
/** The `:id` of another module's record: a new one is made for that. */
const isForOther = ({ module }: Places, line: RouteLine) => (ownerOf(line) ?? module).name !== module.name
const ownerOf = ({ record, idOf }: RouteLine) => record ?? idOf
const lineFor = (screens: Places, action: Action, needsId?: boolean) =>
  Object.entries(screens.routes).find(
    ([path, line]) =>
      [line.may].flat().includes(action) &&
      (needsId === undefined || withId(path) === needsId) &&
      !(needsId && isForOther(screens, line)),
  )?.[0]

/** Where links for an action go: the first line that the action opens. What is new is of nothing yet. */
export function pathTo(screens: Places, action: Action, id?: number): string | undefined {
  const path =
    lineFor(screens, action, action === 'create' ? false : undefined) ??
    (action === 'details' ? screens.opensAt : undefined)
  return id === undefined ? path : addressOf(path, id)
}

export const addressOf = (path: string | undefined, id: number) => path?.replace(':id', String(id))

/** The page of a record: what shows it, or else its form. Without `may` it is not asked who may open which. */
export function pathToRecord(screens: Places, id?: number, may?: (action: Action) => boolean): string | undefined {
  const action = (['details', 'edit'] as const).find(one => (!may || may(one)) && pathTo(screens, one))
  return action && pathTo(screens, action, id)
}

/** The word in the address that opens a form in a drawer: `new`, or a record's id. */
export const FORM = 'form'

/** The same page with a form over it. */
export function withForm(search: string, record: number | 'new'): string {
  const query = new URLSearchParams(search)
  query.set(FORM, String(record))
  return `?${query}`
}

/** Is a new one always of another module's record, on a page for that? */
const isMadeForOthers = (screens: Places) =>
  Object.values(screens.routes).some(line => [line.may].flat().includes('create') && isForOther(screens, line))

/** Where a new record is made or one is changed: its own page, or a drawer on the page of the list; none where it is made for others alone. */
export function pathToForm(screens: Places, id?: number): string | undefined {
  const page = pathTo(screens, id === undefined ? 'create' : 'edit', id)
  if (page || (id === undefined && isMadeForOthers(screens))) return page
  const list = lineFor(screens, 'list')
  return list && `${list}?${FORM}=${id ?? 'new'}`
}

/** The page where a new record is made that is of nothing yet. */
export const pathToNew = (screens: Places) => lineFor(screens, 'create', false) as `/${string}` | undefined

/** The page where a new one is made for a record of another module, which its address names. */
export function pathToNewFor(screens: Places, name: string, id: number): string | undefined {
  const path = Object.entries(screens.routes).find(
    ([path, line]) => withId(path) && [line.may].flat().includes('create') && ownerOf(line)?.name === name,
  )?.[0]
  return addressOf(path, id)
}

/** Where a new record that begins as this one is made. */
export function pathToCopy(screens: Places, id: number): string | undefined {
  const own = lineFor(screens, 'create', true)
  if (own) return own.replace(':id', String(id))
  const create = pathToNew(screens)
  return create && `${create}?copy=${id}`
}
