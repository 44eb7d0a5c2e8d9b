import { OP_VERSION, opOf } from '#contract/intent.ts'
import { type List } from '#contract/list.ts'
import { apiPath, type ChangeOf, type InputOf, type Module, type MoveOf, type Row } from '#contract/module.ts'
import { callApi } from '#src/offline/api.ts'
import type { Outcome } from '#src/offline/outcome.ts'
import { sendWish } from '#src/offline/push.ts'
import type { Wish } from '#src/offline/queue.ts'
import { withConfirmed } from '#src/session/confirm.ts'
import { useData } from './data.ts'
import type { RowFor } from './use-records.ts'
import { failureOf, inWords, type Failure } from './words.ts'

type Input<M extends Module> = string extends M['name'] ? Record<string, unknown> : InputOf<M>
type Change<M extends Module> = string extends M['name'] ? Record<string, unknown> : ChangeOf<M>
type MoveName<M extends Module> = string extends M['name'] ? string : MoveOf<M>
/** The row as the person saw it: what they changed is measured against it. */
type Seen = Pick<Row, 'id' | 'version'>

const lacksPassword = (outcome: Outcome<unknown>) => outcome.state === 'refused' && outcome.code === 'confirm-needed'

/**
 * Makes an intent and sends it; later it may wait on the device instead. Where the server wants the password once more,
 * the person is asked for it. Screens only see how it ended.
 */
function useSend() {
  const { sender } = useData()
  return async <R>(wish: Omit<Wish, 'opV'>): Promise<Outcome<R>> => {
    const send = async () => sendWish(await sender(), { ...wish, opV: OP_VERSION })
    return inWords(await withConfirmed(send, lacksPassword)) as Outcome<R>
  }
}

const baseOf = (row: Seen, fields: readonly string[] = []): Wish['base'] => ({
  version: row.version,
  fields: Object.fromEntries(fields.map(field => [field, (row as Row)[field] ?? null])),
})

/** Creates a record; with an id of this device's own (`useNewId`) where it must be the same one however often it is tried. */
export function useSave<M extends Module>(module: M) {
  const send = useSend()
  return (input: Input<M>, id: number | null = null): Promise<Outcome<RowFor<M>>> =>
    send({ op: opOf(module, 'create'), id, base: null, args: input })
}

/** Changes the given fields of a record. */
export function useChange<M extends Module>(module: M) {
  const send = useSend()
  return (row: Seen, changes: Change<M>): Promise<Outcome<RowFor<M>>> =>
    send({
      op: opOf(module, 'change'),
      id: row.id,
      base: baseOf(row, Object.keys(changes)),
      args: changes,
    })
}

/** Makes one of the module's moves. */
export function useMove<M extends Module>(module: M, move: MoveName<M>) {
  const send = useSend()
  return (row: Seen, args: Record<string, unknown> = {}): Promise<Outcome<RowFor<M>>> =>
    send({ op: opOf(module, move), id: row.id, base: baseOf(row), args })
}

/** Any of the module's moves, where its name is only known when it is made. */
export function useMoves(module: Module) {
  const send = useSend()
  return (row: Seen, move: string, args: Record<string, unknown> = {}): Promise<Outcome> =>
    send({ op: opOf(module, move), id: row.id, base: baseOf(row), args })
}

export function useArchive<M extends Module>(module: M) {
  const send = useSend()
  return (row: Seen): Promise<Outcome<RowFor<M>>> =>
    send({ op: opOf(module, 'archive'), id: row.id, base: baseOf(row), args: {} })
}

export function useRestore<M extends Module>(module: M) {
  const send = useSend()
  return (row: Seen): Promise<Outcome<RowFor<M>>> =>
    send({ op: opOf(module, 'restore'), id: row.id, base: baseOf(row), args: {} })
}

/** A number that nobody else will use: the id of a line. Throws NoIds where none is left and no server answers. */
export function useNewId(): () => Promise<number> {
  const { sender } = useData()
  return async () => (await sender()).ids.nextId()
}

export type PasteLine = { label: string; stage?: string; parent?: number }
/** What became of each line: its row where it was added, why not where it was refused. */
export type Pasted = {
  rows: Row[]
  lines: { index: number; status: 'added' | 'skipped' | 'refused'; id?: number }[]
  problems: { index: number; message: string; fields: Record<string, string> }[]
}

/** Many new items at once. The device hears of them by the pull that it asks for right after. */
export function usePaste(list: List) {
  const { sender } = useData()
  return async (items: PasteLine[]): Promise<Pasted | { failure: Failure }> => {
    try {
      const pasted = await callApi<Pasted>('POST', `${apiPath(list)}/paste`, { json: { items } })
      ;(await sender()).onChanged([list.name])
      return pasted
    } catch (error) {
      return { failure: failureOf(error)! }
    }
  }
}
