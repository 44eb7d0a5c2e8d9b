import type { z } from 'zod/mini'
import type { Module, Row } from '#contract/module.ts'
import type { scanArgs, ScanModeName } from '#contract/scan/scan-note.ts'
import { isShown } from '#contract/seen.ts'
import { notThere, recordInReach } from '#server/attached/reach.ts'
import type { Ask } from './behaviour.ts'
import { doneBy, saidAt } from './said-at.ts'
import type { Tx } from './store.ts'

/** Notes that a record was scanned; the record stays as it is. */
export async function addScan(tx: Tx, module: Module, ask: Ask, { mode }: z.output<typeof scanArgs>): Promise<Row> {
  const row = await recordInReach(tx.also, module, ask.actor, ask.wish.id!)
  if (!isShown(module, row, ask.actor)) throw notThere()
  await noteScan(tx, ask, { module: module.name, id: row.id, mode })
  return row
}

/** The same for what another wish says by the way: one wish notes one scan. */
export async function noteScan(
  tx: Pick<Tx, 'also'>,
  ask: Ask,
  { module, id, mode }: { module: string; id: number; mode: ScanModeName },
): Promise<void> {
  await tx.also(
    `insert into record_scan (mid, module, record, mode, said_at, offline, actor) values ($1, $2, $3, $4, $5, $6, $7)`,
    [ask.wish.mid, module, id, mode, saidAt(ask), ask.offline, doneBy(ask)],
  )
}
