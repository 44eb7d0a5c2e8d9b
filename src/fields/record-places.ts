import { createContext, use, type ComponentType } from 'react'
import type { Action } from '#contract/action.ts'
import type { Row } from '#contract/module.ts'

export type MakeProps = {
  /** The module's name. */
  module: string
  /** What was typed and is not there yet. */
  typed: string
  onMade: (row: Pick<Row, 'id'>) => void
  onClose: () => void
}

/** Where records are: fields that refer to one show it, and make a new one on the way. */
export type RecordPlaces = {
  /** The page of a record of this module; of those that `may` lets somebody open, where it is given. */
  pathTo: (module: string, id: number, may?: (action: Action) => boolean) => string | undefined
  /** The page of the module's list. */
  listOf: (module: string) => string | undefined
  /** Where a new record of the module begins with the one that this field of it names; nothing, where no page can. */
  newFrom: (module: string, field: string, id: number) => string | undefined
  /** Has the module a form that a new record can be made with? */
  hasForm: (module: string) => boolean
  /** The module's own form in a drawer. */
  Make: ComponentType<MakeProps>
  /** What the module's own page shows of a record above its fields; nothing, where it shows nothing of its own. */
  Panel: ComponentType<PanelProps>
}

export type PanelProps = { module: string; record: Row }

/** The shell brings it, because it alone knows every module; null until then, and fields do without. */
export const RecordPlacesContext = createContext<RecordPlaces | null>(null)
export const useRecordPlaces = () => use(RecordPlacesContext)
