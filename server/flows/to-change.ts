import { tableOf, type Module, type Row } from '#contract/module.ts'
import type { Tx } from '#server/crud/store.ts'

/**
 * A row that the write refers to, ours to change until the transaction ends. Those who merely refer to it too do not
 * hold us up (with `load` they would, and we them: each has said already that it must stay).
 */
export async function toChange(tx: Pick<Tx, 'also' | 'find'>, module: Module, id: number): Promise<Row | null> {
  await tx.also(`select 1 from ${tableOf(module)} where id = $1 for no key update`, [id])
  return (await tx.find(module, [id]))[0] ?? null
}
