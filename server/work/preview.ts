import { setImmediate } from 'node:timers/promises'
import { WORK_NAMED, type BulkPreview } from '#contract/calls/work.ts'
import type { Module, Row } from '#contract/module.ts'
import { Problem } from '#contract/problem.ts'
import { inScope } from '#contract/rules.ts'
import { applyIntent } from '#server/crud/apply.ts'
import type { Ask } from '#server/crud/behaviour.ts'
import type { Written } from '#server/crud/routes.ts'
import type { Tx } from '#server/crud/store.ts'
import { countTurns, fieldsOf, mostFrequent } from './turns.ts'
import { sentenceOf, titleOf, wishFor, type Deed } from './wishes.ts'

const STEP = 200
/** Who asks what would happen does not wait longer for it. */
const PATIENCE = 1_500

class Undo extends Error {}

/**
 * What would become of a work: every record is judged by the rules and the module's own code that the work itself goes
 * through, on a transaction that writes no record and is taken back.
 */
export async function previewOf(
  { store, writer }: Written,
  module: Module,
  ask: Omit<Ask, 'wish'>,
  deed: Deed,
  ids: readonly number[],
): Promise<BulkPreview> {
  const preview: BulkPreview = {
    module: module.name,
    count: ids.length,
    judged: 0,
    changes: 0,
    unchanged: 0,
    refusedCount: 0,
    refused: [],
    turns: [],
  }
  const fields = fieldsOf(module, deed, ask.actor)
  const began = Date.now()
  for (let start = 0; start < ids.length && Date.now() - began < PATIENCE; start += STEP) {
    const some = ids.slice(start, start + STEP)
    await store
      .transaction(async tx => {
        const told = structuredClone(preview)
        const rows = new Map((await tx.find(module, some)).map(row => [row.id, row]))
        const trying = dry(tx, rows, module)
        for (const id of some) await judge(trying, rows.get(id), id, told)
        Object.assign(preview, told)
        throw new Undo()
      })
      .catch((error: unknown) => {
        if (!(error instanceof Undo)) throw error
      })
    await setImmediate()
  }
  return { ...preview, turns: mostFrequent(preview.turns) }

  async function judge(tx: Tx, row: Row | undefined, id: number, told: BulkPreview) {
    told.judged += 1
    try {
      const wish = row ? wishFor(module, deed, row, NOBODYS) : { ...wishFor(module, deed, NOTHING, NOBODYS), id }
      const after = await applyIntent(writer, tx, { ...ask, wish })
      if (row && after.row.version === row.version) told.unchanged += 1
      else {
        told.changes += 1
        if (row && inScope(module, row, ask.actor)) countTurns(told, fields, row, after.row)
      }
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      told.refusedCount += 1
      const isSeen = row && inScope(module, row, ask.actor)
      if (told.refused.length < WORK_NAMED)
        told.refused.push({ id, title: isSeen ? titleOf(module, ask.actor, row) : null, message: sentenceOf(error) })
    }
  }
}

const NOBODYS = '00000000-0000-0000-0000-000000000000'
const NOTHING = { id: 0, version: 0 } as Row

/** The same transaction for somebody who only looks: records are answered as they would be, and held by nobody. */
const dry = (tx: Tx, rows: ReadonlyMap<number, Row>, of: Module): Tx => ({
  ...tx,
  load: async (module: Module, id: number) =>
    (module === of ? rows.get(id) : undefined) ?? (await tx.find(module, [id]))[0] ?? null,
  lock: async () => {},
  insert: async (_module, row) => row,
  insertMany: async () => {},
  updateMany: async (_module, changed) => changed.map(({ row, changes }) => ({ ...row, ...changes })),
  update: async (_module, row: Row, changes) => ({ ...row, ...changes, version: row.version + 1 }),
})
