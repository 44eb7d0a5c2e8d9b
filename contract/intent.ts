import * as z from 'zod/mini'
import { recordId } from './fields.ts'

/** The key of an intent for life. */
export const mid = z.uuid()

/** What the author saw: the version, and the touched fields as they were then. */
export const base = z.strictObject({
  version: z.int().check(z.nonnegative()),
  fields: z.record(z.string(), z.unknown()),
})

/**
 * One wish of a person in the contract's words: `orderReturn.receive` of record `id`. It waits in the outbox or goes at
 * once; REST, sync and imports hand it to the same writer. `mid` is its idempotency key for life.
 */
export const intent = z.strictObject({
  mid,
  op: z.string().check(z.regex(/^[a-z][A-Za-z]*\.[a-z][A-Za-z]*$/)),
  opV: z.int().check(z.positive()),
  id: recordId(),
  base: z.nullable(base),
  args: z.record(z.string(), z.unknown()),
})
export type Intent = z.infer<typeof intent>

/** The actions every module has; everything else in `op` is one of its moves. */
export const plainActions = ['create', 'change', 'archive', 'restore'] as const
export type PlainAction = (typeof plainActions)[number]

/**
 * A note on a record: `product.note` of record `id`, with its own number in `args`. It can neither conflict nor wait for
 * what else is said of the record, so that its lane is its own.
 */
export const NOTE = 'note'

/**
 * That a label of a record was printed: `unit.print`, with the copies in `args`. It changes nothing of the record, so that it
 * goes its own way, too.
 */
export const PRINT = 'print'

/** That a record was scanned: `unit.scan`, with the mode in `args`. It goes its own way in the same manner. */
export const SCAN = 'scan'

export const opOf = (module: { name: string }, action: string) => `${module.name}.${action}`
export const splitOp = (op: string): { module: string; action: string } => {
  const [module = '', action = ''] = op.split('.')
  return { module, action }
}

/** The intent version that this build writes and understands. */
export const OP_VERSION = 1
