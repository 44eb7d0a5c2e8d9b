import { OP_VERSION, opOf } from '#contract/intent.ts'
import { type ChangeOf, type InputOf, type Module, type MoveOf, type Row } from '#contract/module.ts'
import type { Outcome } from '#src/offline/outcome.ts'
import { useIsHere } from '#src/lib/use-is-here.ts'
import type { Wish } from '#src/offline/queue.ts'
import type { Handed } from '#src/offline/user-db.ts'
import { withConfirmed } from '#src/session/confirm.ts'
import { useData } from './data.ts'
import type { RowFor } from './use-records.ts'
import { inWords } from './words.ts'

type Input<M extends Module> = string extends M['name'] ? Record<string, unknown> : InputOf<M>
type Change<M extends Module> = string extends M['name'] ? Record<string, unknown> : ChangeOf<M>
type MoveName<M extends Module> = string extends M['name'] ? string : MoveOf<M>
/** The row as the person saw it: what they changed is measured against it. */
export type Seen = Pick<Row, 'id' | 'version'>

const lacksPassword = (outcome: Outcome<unknown>) => outcome.state === 'refused' && outcome.code === 'confirm-needed'

/**
 * Where a refusal is said: on the screen that asked, which may be gone by then, or wherever its person is, as in a toast.
 * What was refused and cannot be said stays in the outbox, which tells of it; what never was in it is said in a toast here,
 * but for a deed of several tries: whoever makes them says how the last one ended (`useSayUnheard`).
 */
export type Said = 'here' | 'anywhere' | 'after the last try'

/**
 * Makes an intent, which is kept on the device and sent. Where the server wants the password once more, the person is
 * asked for it. Screens only see how it ended, and not whether there is a network.
 */
export function useSend(module: Module, said: Said = 'here') {
  const { sender } = useData()
  const isHere = useIsHere()
  const isThere = () => said === 'anywhere' || isHere.current
  return async <R>(wish: Omit<Wish, 'opV'>, seen?: Seen, draft?: Handed): Promise<Outcome<R>> => {
    const { sendWish, sayUnheard } = await loadSending()
    const send = async () =>
      sendWish(await sender(), { ...wish, opV: OP_VERSION }, seen && wholeRow(seen), draft, isThere)
    const outcome = inWords(await withConfirmed(send, lacksPassword))
    if (!isThere() && said !== 'after the last try') sayUnheard(module, { ...wish.args, ...seen }, outcome)
    return outcome as Outcome<R>
  }
}

export type Send = ReturnType<typeof useSend>

/** Tells whoever has left the screen that asked what came to nothing; does nothing as long as that stands. */
export function useSayUnheard(module: Module) {
  const isHere = useIsHere()
  return async (about: Record<string, unknown>, outcome: Outcome<unknown>): Promise<void> => {
    if (!isHere.current) (await loadSending()).sayUnheard(module, about, outcome)
  }
}

/** Nothing on the way to the first rows writes. */
const loadSending = () => import('./sending.ts')

/** Screens that name a record by number and version alone have not seen it. */
const wholeRow = (seen: Seen): Row | undefined => ('createdAt' in seen ? (seen as Row) : undefined)

export const baseOf = (row: Seen, fields: readonly string[] = []): Wish['base'] => ({
  version: row.version,
  fields: Object.fromEntries(fields.map(field => [field, (row as Row)[field] ?? null])),
})

/**
 * Creates a record; with an id of this device's own (`useNewId`) where it must be the same one however often it is tried.
 * `draft`: the one whose words these are; it is over when they are kept.
 */
export function useSave<M extends Module>(module: M, said?: Said) {
  const send = useSend(module, said)
  return (input: Input<M>, id: number | null = null, draft?: Handed): Promise<Outcome<RowFor<M>>> =>
    send({ op: opOf(module, 'create'), id, base: null, args: input }, undefined, draft)
}

/** Changes the given fields of a record. `draft`: as for a new one. */
export const useChange = <M extends Module>(module: M, said?: Said) => changeBy(module, useSend(module, said))

export const changeBy =
  <M extends Module>(module: M, send: Send) =>
  (row: Seen, changes: Change<M>, draft?: Handed): Promise<Outcome<RowFor<M>>> =>
    send(
      {
        op: opOf(module, 'change'),
        id: row.id,
        base: baseOf(row, Object.keys(changes)),
        args: changes,
      },
      row,
      draft,
    )

/** Makes one of the module's moves. */
export function useMove<M extends Module>(module: M, move: MoveName<M>) {
  const make = useMoves(module)
  return (row: Seen, args: Record<string, unknown> = {}) => make(row, move, args) as Promise<Outcome<RowFor<M>>>
}

/** Any of the module's moves, where its name is only known when it is made. */
export const useMoves = (module: Module, said?: Said) => moveBy(module, useSend(module, said))

export const moveBy =
  (module: Module, send: Send) =>
  (row: Seen, move: string, args: Record<string, unknown> = {}, draft?: Handed): Promise<Outcome> =>
    send({ op: opOf(module, move), id: row.id, base: baseOf(row), args }, row, draft)

export function useArchive<M extends Module>(module: M, said?: Said) {
  const make = useMoves(module, said)
  return (row: Seen) => make(row, 'archive') as Promise<Outcome<RowFor<M>>>
}

export function useRestore<M extends Module>(module: M) {
  const make = useMoves(module)
  return (row: Seen) => make(row, 'restore') as Promise<Outcome<RowFor<M>>>
}

/** A number that nobody else will use: the id of a line. Throws NoIds where none is left and no server answers. */
export function useNewId(): () => Promise<number> {
  const { sender } = useData()
  return async () => (await sender()).ids.nextId()
}
