import type { Tx } from '#server/crud/store.ts'
import { lockAttached } from './reach.ts'

type Record = { module: string; id: number }

/**
 * What hangs on a record hangs on the one that was made of it, too: each has its own from then on, and the bytes of a file are
 * kept once. Files whose bytes are still to come stay with the first.
 */
export async function carryAttached(tx: Pick<Tx, 'also' | 'lock' | 'nextId'>, from: Record, to: Record): Promise<void> {
  await lockAttached(tx, from.id)
  const notes = await tx.also<{ id: number }>(
    'select id from record_note where module = $1 and record = $2 and withdrawn_at is null order by made_at, id',
    [from.module, from.id],
  )
  for (const { id } of notes)
    await tx.also(
      `insert into record_note (id, mid, module, record, text, made_at, made_by)
       select $2, gen_random_uuid(), $3, $4, text, made_at, made_by from record_note where id = $1`,
      [id, await tx.nextId(), to.module, to.id],
    )
  const files = await tx.also<{ id: number }>(
    `select id from record_file where module = $1 and record = $2 and field is null and removed_at is null and hash is not null
     order by position, made_at, id`,
    [from.module, from.id],
  )
  for (const { id } of files)
    await tx.also(
      `insert into record_file (id, mid, module, record, name, size, sent_hash, hash, position, made_at, made_by)
       select $2, gen_random_uuid(), $3, $4, name, size, sent_hash, hash, position, made_at, made_by
       from record_file where id = $1`,
      [id, await tx.nextId(), to.module, to.id],
    )
}

/** What somebody wrote in a field of one record stands as a note on another, where that field means something else. */
export async function carryText(
  tx: Pick<Tx, 'also' | 'nextId'>,
  text: string,
  to: Record,
  { at, by }: { at: string; by: number },
): Promise<void> {
  await tx.also(
    `insert into record_note (id, mid, module, record, text, made_at, made_by)
     values ($1, gen_random_uuid(), $2, $3, $4, $5, $6)`,
    [await tx.nextId(), to.module, to.id, text, at, by],
  )
}
