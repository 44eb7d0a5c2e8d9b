import type { UserDb } from '#src/offline/user-db.ts'
import { heldKeys, whenLeft } from './hold.ts'
import { placeOf, readModuleDrafts } from './store.ts'

/** The record of a module that has a draft which no form is at work on: the last one, where there are several. */
export async function draftedItem(db: UserDb, module: string): Promise<number | undefined> {
  await whenLeft()
  const [drafts, held] = await Promise.all([readModuleDrafts(db, module), heldKeys()])
  return drafts
    .filter(({ key }) => !held.has(key))
    .map(({ key }) => Number(placeOf(key).slice(module.length + 1)))
    .find(id => Number.isSafeInteger(id) && id > 0)
}
