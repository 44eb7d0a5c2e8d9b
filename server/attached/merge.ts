import type { Tx } from '#server/crud/store.ts'
import { lockAttached } from './reach.ts'

/** What went from one record to another; plain JSON, for whoever takes it back. */
export type MovedAttached = { from: number; notes: number[]; files: number[] }

/** Two records become one: notes and files of `from` hang on `into` afterwards. What stands in fields goes with the fields. */
export async function moveAttached(
  tx: Pick<Tx, 'also' | 'lock'>,
  module: string,
  from: number,
  into: number,
): Promise<MovedAttached> {
  // What is being added right now comes along; what comes later finds the way by itself.
  await lockAttached(tx, from)
  const ids = (rows: { id: number }[]) => rows.map(({ id }) => id)
  const notes = await tx.also<{ id: number }>(
    'update record_note set record = $3 where module = $1 and record = $2 returning id',
    [module, from, into],
  )
  const files = await tx.also<{ id: number }>(
    'update record_file set record = $3 where module = $1 and record = $2 and field is null returning id',
    [module, from, into],
  )
  return { from, notes: ids(notes), files: ids(files) }
}

/** Takes a merge back: what came with it goes home; what was added since stays. */
export async function returnAttached(tx: Pick<Tx, 'also'>, { from, notes, files }: MovedAttached): Promise<void> {
  await tx.also('update record_note set record = $2 where id = any($1)', [notes, from])
  await tx.also('update record_file set record = $2 where id = any($1)', [files, from])
}

/** What a merge would take along. */
export async function countAttached(
  tx: Pick<Tx, 'also'>,
  module: string,
  record: number,
): Promise<{ notes: number; files: number }> {
  const [counted] = await tx.also<{ notes: number; files: number }>(
    `select
       (select count(*) from record_note where module = $1 and record = $2 and withdrawn_at is null) as notes,
       (select count(*) from record_file where module = $1 and record = $2 and field is null and removed_at is null) as files`,
    [module, record],
  )
  return counted!
}
