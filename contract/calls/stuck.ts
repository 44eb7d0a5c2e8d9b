import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { longText, recordId } from '../fields.ts'
import { base, mid } from '../intent.ts'
import { decisionWays, rejectionCodes, touch } from './push.ts'

/** So many are listed at once. */
export const STUCK_LIMIT = 50

const values = z.record(z.string(), z.unknown())

/** A change of somebody else that the server has refused, as far as its reader may see it. */
export const stuckWork = z.object({
  mid,
  module: z.string(),
  /** create, change, archive, restore or a move. */
  action: z.string(),
  id: z.nullable(recordId()),
  /** What the record is called, or was to be called. */
  title: z.nullable(z.string()),
  author: z.object({ id: recordId(), name: z.nullable(z.string()) }),
  /** When its author said so, as far as their device knew. */
  at: z.iso.datetime(),
  receivedAt: z.iso.datetime(),
  status: z.enum(['conflict', 'rejected']),
  code: z.optional(z.enum(rejectionCodes)),
  message: z.string(),
  fields: z.optional(z.record(z.string(), z.string())),
  asks: z.optional(z.array(z.string())),
  /** What its author wants, and what they saw. */
  mine: values,
  base: z.nullable(z.object({ version: z.int(), fields: values })),
  /** The record as it is now; null where it is not there (yet, or any more). */
  row: z.nullable(values),
  /** For each wanted field, who wrote what the record has there now. */
  theirs: z.record(z.string(), touch),
  /** Can it be applied by its reader? Not if parts of it are hidden from them. */
  mayApply: z.boolean(),
})
export type StuckWork = z.infer<typeof stuckWork>

/** Stuck changes of others in the modules that one supervises, the oldest first. */
export const stuckCall = defineCall({
  method: 'GET',
  path: '/sync/stuck',
  may: 'anyone',
  input: z.strictObject({ after: z.optional(z.string().check(z.maxLength(80))) }),
  output: z.object({
    stuck: z.array(stuckWork),
    /** Null after the last. */
    next: z.nullable(z.string()),
  }),
})

/**
 * Decides about one, in one's own name. `base` is the record as one sees it: if it changes meanwhile, that is a question again
 * (`changed-meanwhile`) and nothing is decided. `mid` is the decision's key: sent twice, it has one effect.
 */
export const decideCall = defineCall({
  method: 'POST',
  path: '/sync/stuck/decide',
  may: 'anyone',
  input: z.strictObject({
    stuck: mid,
    mid,
    how: z.enum(decisionWays),
    /** With keep and edit, unless it makes a record. */
    base: z.optional(z.nullable(base)),
    /** With edit: what is to be done instead. */
    args: z.optional(values),
    /** With drop: why. Its author reads it. */
    reason: z.optional(longText(500)),
  }),
  output: z.object({ status: z.enum(['superseded', 'cancelled']), row: z.nullable(values) }),
})
export type DecideInput = z.output<(typeof decideCall)['input']>
