import type { z } from 'zod/mini'
import type { printArgs } from '#contract/label-print.ts'
import type { Module, Row } from '#contract/module.ts'
import { recordInReach } from '#server/attached/reach.ts'
import type { Ask } from './behaviour.ts'
import { doneBy, saidAt } from './said-at.ts'
import type { Tx } from './store.ts'

/** Notes that labels of a record were printed; the record stays as it is. */
export async function addPrint(tx: Tx, module: Module, ask: Ask, { copies }: z.output<typeof printArgs>): Promise<Row> {
  const row = await recordInReach(tx.also, module, ask.actor, ask.wish.id!)
  await tx.also(
    `insert into label_print (mid, module, record, copies, said_at, offline, actor) values ($1, $2, $3, $4, $5, $6, $7)`,
    [ask.wish.mid, module.name, row.id, copies, saidAt(ask), ask.offline, doneBy(ask)],
  )
  return row
}
