import type { ComponentType, LazyExoticComponent } from 'react'
import type { IconType } from '#src/ui/icon.tsx'
import type { Action } from '#contract/action.ts'
import type { Colour, InputOf, Module, RowOf } from '#contract/module.ts'
import { permissions } from '#contract/rules.ts'

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

/** How a module appears: its own table of routes, and which fields stand where. How a field looks is known by its kind. */
export type Screens<M extends Module = Module> = {
  module: M
  icon?: IconType
  columns: readonly (keyof RowOf<M> & string)[]
  /** Rows of fields. */
  form: readonly (readonly (keyof InputOf<M> & string)[])[]
  routes: Readonly<Record<`/${string}`, RouteLine>>
}

type Declaration<M extends Module> = Pick<Screens<M>, 'icon' | 'routes'> & Partial<Pick<Screens<M>, 'columns' | 'form'>>

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

/** Where links for an action go: the first line that the action opens. */
export function pathTo(screens: Pick<Screens, 'routes'>, action: Action, id?: number): string | undefined {
  const path = Object.entries(screens.routes).find(([, line]) => [line.may].flat().includes(action))?.[0]
  return id === undefined ? path : path?.replace(':id', String(id))
}
