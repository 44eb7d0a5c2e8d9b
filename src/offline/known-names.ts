import type { Module } from '#contract/module.ts'
import { readMeta, type UserDb } from './user-db.ts'

export type Named = { id: number; title: string }

const PREFIX = 'names:'
/** Of each module; those that were heard of last stay. */
const MOST = 200
export const namesKey = (module: Module) => PREFIX + module.name

/**
 * What records are called that this person may refer to and this device does not keep, as the server said it last: without
 * it they can still be named and chosen.
 */
export const readNames = async (db: UserDb, module: Module): Promise<readonly Named[]> =>
  (await readMeta<Named[]>(db, namesKey(module))) ?? []

export async function rememberNames(db: UserDb, module: Module, heard: readonly Named[]): Promise<void> {
  if (heard.length === 0) return
  await db.transaction('rw', db.meta, async () => {
    const known = await readNames(db, module)
    const titles = new Map(known.map(({ id, title }) => [id, title]))
    if (heard.every(({ id, title }) => titles.get(id) === title)) return
    const fresh = new Set(heard.map(({ id }) => id))
    const value = [...heard, ...known.filter(({ id }) => !fresh.has(id))].slice(0, MOST)
    await db.meta.put({ key: namesKey(module), value })
  })
}

/** Rights have changed: what may be named has to be heard again. */
export const forgetNames = (db: UserDb): Promise<unknown> => db.meta.where('key').startsWith(PREFIX).delete()
