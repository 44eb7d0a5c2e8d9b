import type { UserDb } from '#src/offline/user-db.ts'

/** What stood in a box for notes, and in which draft it was to be kept, where that had begun. */
export type LastWords = { text: string; key: string | null }

// The tab's own storage is written before the next step, and stays over a reload: a database needs a moment that a page
// which goes away does not have.
const nameOf = (db: UserDb, place: string) => `note:${db.name}:${place}`

/** Written at once, and only until the database has it. */
export function noteLastWords(db: UserDb, place: string, words: LastWords): void {
  try {
    sessionStorage.setItem(nameOf(db, place), JSON.stringify(words))
  } catch {
    // Where a browser keeps nothing, the database is on its way all the same.
  }
}

export function lastWords(db: UserDb, place: string): LastWords | null {
  try {
    return JSON.parse(sessionStorage.getItem(nameOf(db, place)) ?? 'null') as LastWords | null
  } catch {
    return null
  }
}

/** The database has these words; later ones stay. */
export function forgetLastWords(db: UserDb, place: string, text: string): void {
  if (lastWords(db, place)?.text === text) sessionStorage.removeItem(nameOf(db, place))
}
