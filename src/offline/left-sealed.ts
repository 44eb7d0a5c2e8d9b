/** A row of somebody's own that found no room when their device was opened, and lies there sealed. */
export type LeftSealed = {
  store: string
  at: IDBValidKey
  /** What it is found by once it is open. */
  as: IDBValidKey
  /** The files that its bytes are for, or its lane: what names one of these cannot go without it. */
  names: readonly (number | string)[]
  /** How many changes, photos and files wait in it. */
  count: number
}

const left = new WeakMap<object, readonly LeftSealed[]>()

/** Notes what stayed sealed in a database of this page. */
export const noteLeftSealed = (db: object, rows: readonly LeftSealed[]): void => void left.set(db, rows)

/** What is noted of it. */
export const notedLeftSealed = (db: object): readonly LeftSealed[] => left.get(db) ?? []

/** Did anything stay sealed that is not known to be open by now? */
export const hasLeftSealed = (db: object): boolean => notedLeftSealed(db).length > 0
