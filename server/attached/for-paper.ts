import { buffer } from 'node:stream/consumers'
import type { Run } from '#server/lib/transaction.ts'
import type { Storage } from '#server/storage/storage.ts'
import { onPaper } from './pictures.ts'

/** Pictures of a record as a paper shows them; what is not a picture, or has not come yet, is left out. */
export async function picturesForPaper(
  run: Run,
  storage: Storage,
  record: number,
  ids: readonly number[],
): Promise<Buffer[]> {
  const stored = await run<{ id: number; name: string }>(
    `select file.id, stored.name from record_file as file join stored_file as stored on stored.hash = file.hash
     where file.id = any($1::bigint[]) and file.record = $2 and stored.kind = 'picture'`,
    [ids, record],
  )
  const drawn: Buffer[] = []
  // One after the other: each is decoded as a whole.
  for (const id of ids) {
    const name = stored.find(one => one.id === id)?.name
    const bytes = name && (await storage.read(`${name}-medium`))
    if (bytes) drawn.push(await onPaper(await buffer(bytes)))
  }
  return drawn
}
