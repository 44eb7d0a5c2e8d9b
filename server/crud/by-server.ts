import { v7 } from 'uuid'
import type { Actor } from '#contract/actor.ts'
import { opOf, OP_VERSION } from '#contract/intent.ts'
import type { Module, Row } from '#contract/module.ts'
import { moveEffect } from '#contract/move-effect.ts'
import type { Writer } from './behaviour.ts'
import type { Store, Tx } from './store.ts'
import { nowOf, serverCreates, serverUpdates, write, type Act } from './write.ts'

type Values = Record<string, unknown>

/** Whose deed history says it is; null for a record that makes itself (signing up). */
export type Author = { actor: number | null; request: string | null }

/** What the server may do by itself in one transaction: by all rules but permission. `given` fields and stage are allowed. */
export type Deeds = Pick<Tx, 'load' | 'also' | 'nextId'> & {
  tx: Tx
  create(module: Module, input: Values, id?: number): Promise<Row>
  update(module: Module, row: Row, changes: Values): Promise<Row>
  /** The caller has looked whether the record stands where the move begins. `doneAt`: when somebody else has done it. */
  move(module: Module, row: Row, name: string, doneAt: string): Promise<Row>
}

/** Records that come into being or change without an intent: signing up, accepting an invitation, seeds. */
export const byServer = <T>(
  { store, writer }: { store: Store; writer: Writer },
  author: Author,
  work: (deeds: Deeds) => Promise<T>,
): Promise<T> =>
  store.transaction(tx => {
    const act = (module: Module, action: string, who: number): Act => {
      const wish = { mid: v7(), op: opOf(module, action), opV: OP_VERSION, id: null, base: null, args: {} }
      const from = { device: null, request: author.request, offline: false, confirmed: true }
      return { writer, tx, ask: { wish, actor: nobody(who), ...from }, module, action, trusted: true }
    }
    return work({
      tx,
      load: tx.load,
      also: tx.also,
      nextId: tx.nextId,
      async create(module, input, given) {
        const id = given ?? (await tx.nextId())
        return serverCreates(act(module, 'create', author.actor ?? id), module, input, id)
      },
      update: (module, row, changes) =>
        serverUpdates(act(module, 'change', author.actor ?? row.id), module, row, changes),
      async move(module, row, name, doneAt) {
        const made = act(module, name, author.actor ?? row.id)
        const effect = moveEffect(module, name, row, {}, { id: made.ask.actor.id, now: nowOf(made) })
        const wish = { ...made.ask.wish, id: row.id }
        return write({ ...made, ask: { ...made.ask, wish, doneAt } }, row, effect, {})
      },
    })
  })

/** Somebody without a right of their own: what the server does by itself must not lean on any. */
const nobody = (id: number): Actor => ({
  id,
  permissions: new Set(),
  branch: null,
  scopes: {},
  approves: new Set(),
  statusPermission: 'all',
})
