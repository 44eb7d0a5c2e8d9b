import { problem } from '#contract/problem.ts'
import type { Tx } from '#server/crud/store.ts'

export type Identity = { id?: number | undefined; device?: string | undefined; mid: string }

/** The id that a device gave from its own block (or from another one of these people), or one of the server's. */
export async function idFor(tx: Tx, { id, device }: Identity, people: readonly number[]): Promise<number> {
  if (id === undefined) return tx.nextId()
  if (!device || !(await tx.isLeased(id, { device, people })))
    throw problem('id-not-leased', 'This number was not given to this device.')
  const [used] = await tx.also(
    `select 1 from record_note where id = $1 union all select 1 from record_file where id = $1
     union all select 1 from record_history where record_id = $1 limit 1`,
    [id],
  )
  if (used) throw problem('key-reuse', 'This number is taken.')
  return id
}
