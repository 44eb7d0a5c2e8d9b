/** How the rows of a list are shown. */
export type Shape = 'table' | 'board' | 'calendar'
export type Density = 'compact' | 'regular' | 'comfortable'

/** Values by field, as the address and the server write them (contract/filters.ts); any of several will do. */
export type Filter = Readonly<Record<string, readonly string[]>>

/** Which rows, and in which order: what the server is asked. */
export type Question = {
  q: string
  /** Up to two fields, `-created,name`, with a minus for the other way round; empty for the usual order. */
  sort: string
  filter: Filter
  /** Only archived records; otherwise only those that are not. */
  archived: boolean
}

/** What a list shows, all of it; it stands in the address. */
export type ListState = Question & {
  /** The id of a saved view, `all` for none, empty for the person's usual one. */
  view: string
  shape: Shape
  /** The field that rows are grouped by (board columns, groups of the table), or the date of the calendar. */
  group: string
  /** In their order; null for what the person chose for this view. */
  columns: readonly string[] | null
  density: Density | null
}

/** Which rows a state asks for; the rest of it is how they are shown. */
export const questionOf = ({ q, sort, filter, archived }: ListState): Question => ({ q, sort, filter, archived })
