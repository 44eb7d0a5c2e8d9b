import { readMeta, type UserDb } from './user-db.ts'

/** Set by a load, which drops what it does not bring: what is needed all the same is fetched by its number. */
export const BRING_BACK = 'bringBack'

/** What stands under it where a full device has thrown off records, until a load has brought them again. */
export const EVERYTHING = 'everything'
export const hasThrownOff = async (db: UserDb): Promise<boolean> =>
  (await readMeta<unknown>(db, BRING_BACK)) === EVERYTHING
