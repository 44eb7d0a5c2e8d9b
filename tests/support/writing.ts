import { randomUUID } from 'node:crypto'
import type { Actor } from '#contract/actor.ts'
import type { Module, Row } from '#contract/module.ts'
import { opOf } from '#contract/intent.ts'
import type { Ask, Wish, Writer } from '#server/crud/behaviour.ts'
import { execute, type Outcome } from '#server/crud/ledger.ts'
import { openRecords } from '#server/crud/records.ts'
import type { FreshDatabase } from './database.ts'
import { actorWith, sampleWriter } from './sample-module.ts'

type Values = Record<string, unknown>
export type Writing = {
  mid?: string
  id?: number | null
  base?: Wish['base']
  actor?: Actor
  device?: string | null
  offline?: boolean
}

/** Sends intents straight to the shipped writer on a real database. */
export function writing(database: FreshDatabase, writer: Writer = sampleWriter()) {
  const store = openRecords(database)
  const send = (module: Module, action: string, args: Values, options: Writing = {}): Promise<Outcome> => {
    const { mid = randomUUID(), id = null, base = null, actor = actorWith(), device = null, offline = false } = options
    const wish: Wish = { mid, op: opOf(module, action), opV: 1, id, base, args }
    const ask: Ask = { wish, actor, device, request: 'test', offline, confirmed: true }
    return store.transaction(tx => execute(writer, tx, ask))
  }
  /** The row, or an error that says why not. */
  const done = async (...wish: Parameters<typeof send>): Promise<Row> => {
    const outcome = await send(...wish)
    if ('row' in outcome && outcome.row) return outcome.row
    throw new Error(`not applied: ${JSON.stringify(outcome)}`)
  }
  return {
    store,
    send,
    done,
    create: (module: Module, args: Values, options?: Writing) => done(module, 'create', args, options),
    change: (module: Module, row: Row, args: Values, options?: Writing) =>
      done(module, 'change', args, { id: row.id, base: { version: row.version, fields: {} }, ...options }),
    /** Answers the outcome of a change whose author saw this row. */
    tryChange: (module: Module, row: Row, args: Values, options?: Writing) =>
      send(module, 'change', args, { id: row.id, base: { version: row.version, fields: {} }, ...options }),
    move: (module: Module, row: Row, move: string, args: Values = {}, options?: Writing) =>
      done(module, move, args, { id: row.id, base: { version: row.version, fields: {} }, ...options }),
    tryMove: (module: Module, row: Row, move: string, args: Values = {}, options?: Writing) =>
      send(module, move, args, { id: row.id, base: { version: row.version, fields: {} }, ...options }),
  }
}
