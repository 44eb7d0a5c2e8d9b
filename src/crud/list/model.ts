import type { Module, Row } from '#contract/module.ts'
import type { RowSource } from '#src/data/rows/source.ts'
import type { FieldView } from '#src/fields/view.ts'
import type { Place } from '#src/table/keys.ts'
import type { OwnCell, ScreenProps } from '../screens.ts'
import type { Density, ListState, Question } from './state.ts'
import type { Settings } from './use-settings.ts'

export type Target = { ids: readonly number[] } | { question: Question; except: readonly number[] }

export type Selection = {
  /** The question is the one that was asked when everything was selected. Null where nothing is selected. */
  target: Target | null
  /** How many; null where more match than were counted. */
  count: number | null
  /** All that match, also those that are not loaded. */
  isAll: boolean
  has: (id: number) => boolean
  toggle: (index: number) => void
  /** From where the last one was selected to here; from `from`, where that one is not selected. */
  extendTo: (index: number, from?: number) => void
  /** Rows of a part of the list, by their ids. */
  put: (ids: readonly number[], isOn: boolean) => void
  /** The same selection for a part of the list, whose rows have places of their own. */
  over: (rows: RowSource) => Selection
  /** All rows that are loaded; the step to all that match is one of its own. */
  selectLoaded: () => void
  selectAll: () => void
  clear: () => void
}

export type Column = {
  name: string
  label: string
  /** Null for the stage, which every module shows the same way. */
  field: FieldView | null
  /** What the stages are called, where it is the stage. */
  stages: readonly string[] | undefined
  /** What stands behind its value. */
  beside: FieldView | null
  /** What the module shows of it itself, which needs more of the row. */
  Own: OwnCell | null
  /** Numbers stand at the end side. */
  atEnd: boolean
  /** In pixels; null for its usual one. */
  width: number | null
  /** Can be sorted by. */
  sortable: boolean
}

/** A list as all who show it or work on it take it: table, board, calendar, bulk bar. */
export type ListModel = {
  screens: ScreenProps['screens']
  module: Module
  state: ListState
  question: Question
  /** Writes the address: a new entry where something was chosen, the same where it is typed. */
  change: (change: Partial<ListState>, how?: 'push' | 'replace') => void
  rows: RowSource
  /** Those that are shown, in their order. */
  columns: readonly Column[]
  density: Density
  /** What this person set for this list, and the views that are saved of it. */
  settings: Settings
  setColumns: (names: readonly string[]) => void
  setDensity: (density: Density) => void
  /** Columns, widths and density as they come, or as the view has them. */
  resetLook: () => void
  selection: Selection
  /** The row and cell that Tab comes to. */
  place: Place
  /** Goes there and puts the focus there once it is drawn. */
  goTo: (place: Place) => void
  /** Where a row leads, for this person. */
  linkTo: (row: Row) => string | undefined
  /** Where it is changed, if there is such a page. */
  editOf: (id: number) => string | undefined
  open: (row: Row) => void
  /** What links to a record take along, so that it knows the list that one came from. */
  trail: { list: { module: string; search: string } }
  /** Where the first row was before the page was reloaded, in pixels from the top of the window. */
  restore: number | null
}
