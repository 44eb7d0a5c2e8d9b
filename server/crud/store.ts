import type { FileInput } from '#contract/calls/attached.ts'
import type { Intent } from '#contract/intent.ts'
import type { Module, Row } from '#contract/module.ts'
import type { Touch } from '#contract/problem.ts'

/** How an intent ended for good. Everything that may be tried again is not stored. */
export type LedgerStatus = 'applied' | 'conflict' | 'rejected' | 'cancelled' | 'superseded'

/** Somebody else than its author decided about a stuck op; `mid` is the decision's own key. */
export type Decision = { by: number; at: string; how: 'keep' | 'edit' | 'drop'; mid: string; reason?: string }

/** All of an op that was refused, for whoever decides about it. */
export type StuckIntent = Pick<Intent, 'opV' | 'base' | 'args'> & {
  /** Null where the server was to give the number. */
  id: number | null
  device: string | null
  offline: boolean
  prevMid: string | null
  queuedAt: string | null
  /** Files that came with it: announced by whoever applies it, and sent by its author's device. */
  files?: readonly FileInput[]
}

/** How an op ended, as it is written down. What is left out is not there any more. */
export type Settled = {
  status: LedgerStatus
  result: unknown
  supersededBy?: string | null
  intent?: StuckIntent | null
  decided?: Decision | null
}

/** One row of the ledger: an intent that was judged. */
export type Mutation = {
  mid: string
  userId: number
  queueId: string | null
  queueSeq: number | null
  lane: string | null
  op: string
  opV: number
  /** Hash of the intent's content: the same mid with other content is a mistake of the caller. */
  reqHash: string
  status: LedgerStatus
  supersededBy: string | null
  result: unknown
  intent?: StuckIntent | null
  decided?: Decision | null
}

/** Who writes, from where; goes into history. */
export type WriteContext = {
  actor: number
  action: string
  mid: string | null
  device: string | null
  request: string | null
  offline: boolean
  /** When it was said, where it waited on a device. */
  saidAt?: string | null
  /** Who says it, where it is none of our people. */
  byName?: string | undefined
  /** History tells it at the time that the row says, not now. */
  asDated?: true
}

/**
 * One transaction on the records. The protocol (sync) and the rules (crud) are written against this port, so that the
 * simulation drives the shipped code without a database; `records.ts` is the PostgreSQL one.
 */
export interface Tx {
  /** Writes the ledger row, or answers the one that is there already (waiting for a twin that has not committed). */
  claim(mutation: Mutation): Promise<Mutation | null>
  mutation(mid: string): Promise<Mutation | null>
  settle(mid: string, outcome: Settled): Promise<void>
  /** Runs the work; if it throws, its writes are undone and the error passes on. */
  savepoint<T>(work: () => Promise<T>): Promise<T>
  /** The row, locked until the transaction ends. */
  load(module: Module, id: number): Promise<Row | null>
  /**
   * The rows with these ids; ids that do not exist are left out. Until the transaction ends nobody who has to `load` them
   * first (to archive one, or to merge it into another) gets past what is pointed at them here.
   */
  find(module: Module, ids: readonly number[]): Promise<Row[]>
  /** The rows that hold a value in a field, in a column of their lines (`lines.reason`) or a part of their address. */
  where(module: Module, path: string, value: unknown): Promise<Row[]>
  /** How many rows `where` would answer. */
  count(module: Module, path: string, value: unknown): Promise<number>
  /** The rows in the order of a number field, the last first if so wished. */
  inOrder(module: Module, field: string, part: Part): Promise<Row[]>
  /** The rows whose text field says the same when case and accents are folded. */
  alike(module: Module, field: string, text: string): Promise<Row[]>
  /** Holds everybody else who takes the same name until this transaction ends. */
  lock(name: string): Promise<void>
  insert(module: Module, row: Row, context: WriteContext): Promise<Row>
  /** Many rows at once, one statement. */
  insertMany(module: Module, rows: Row[], context: WriteContext): Promise<void>
  /** Writes the same fields of many rows, one statement; nobody else may be at them. Answers the rows as they are then. */
  updateMany(module: Module, changed: readonly Changed[], context: WriteContext): Promise<Row[]>
  /** Writes the changed fields with the next version. */
  update(module: Module, row: Row, changes: Record<string, unknown>, context: WriteContext): Promise<Row>
  /** The fields as they were at that version, from history; null where the version never existed. */
  fieldsAt(module: Module, id: number, version: number, fields: string[]): Promise<Record<string, unknown> | null>
  /** Who wrote what these fields have now, and when. */
  writersOf(module: Module, id: number, fields: readonly string[]): Promise<Record<string, Touch>>
  /** Who made this move with the record last, and when; null where nobody has. */
  lastMade(module: Module, id: number, move: string): Promise<Touch | null>
  /** The writes that changed a field, the last first: by which change, to which version, when, and what stood there before it. */
  writesTo(
    module: Module,
    id: number,
    field: string,
  ): Promise<{ mid: string | null; version: number; at: string; before: unknown }[]>
  /** A record that was deleted, as it was, and who deleted it. */
  deleted(module: Module, id: number): Promise<{ row: Row; touch: Touch } | null>
  /** When the block of this id was leased; null where nobody knows it by now. */
  leasedAt(id: number): Promise<string | null>
  /** Is this id from a block leased to that device, or to one of these people on any other? */
  isLeased(id: number, holder: Holder): Promise<boolean>
  /** Is there, or was there ever, a record of any module with this id? */
  isTaken(id: number): Promise<boolean>
  nextId(): Promise<number>
  /** Has anybody held it up, so that who may do what could have changed since it was asked? */
  hasWaited(): boolean
  /** Whatever else belongs to the same transaction, on tables that hold no records. */
  also<R extends Record<string, unknown>>(sql: string, values: readonly unknown[]): Promise<R[]>
}

/**
 * Whose numbers are good: of the device that it comes from, and of the people whose words they are, who may have begun on
 * another one and taken their unsent work along.
 */
export type Holder = { device: string; people: readonly number[] }

/** A row, and what it becomes. */
export type Changed = { row: Row; changes: Record<string, unknown> }

/** A stretch of an ordered field, both ends included. */
export type Part = { from?: number; to?: number; last?: boolean; limit?: number }

export interface Store {
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
}
