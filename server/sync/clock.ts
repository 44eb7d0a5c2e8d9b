import type { Kysely } from 'kysely'
import type { Tables } from '#server/db/tables.ts'

/** The feed's clock row: the number of the last committed change, in this life of the database. */
export type Clock = { seq: number; epoch: string }

export const readClock = (db: Kysely<Tables>): Promise<Clock> =>
  db.selectFrom('syncClock').select(['seq', 'epoch']).executeTakeFirstOrThrow()
