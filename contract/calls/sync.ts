import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { recordId } from '../fields.ts'
import { intent } from '../intent.ts'

/** How many record ids one lease holds. Two leases are kept in hand by every device. */
export const LEASE_SIZE = 1_000
export const PUSH_LIMIT = 50
export const PULL_LIMIT = 500
/** A first load takes larger pages: nothing has to be looked up for each row. */
export const SNAPSHOT_LIMIT = 2_000

/** A block of record ids that no other device and not the server will ever use. */
export const leaseCall = defineCall({
  method: 'POST',
  path: '/sync/lease',
  may: 'anyone',
  input: z.strictObject({ deviceId: z.uuid() }),
  output: z.object({ first: recordId(), last: recordId() }),
})

/** `module:recordId`: strict order within it. */
const lane = z.string().check(z.regex(/^[A-Za-z]{1,60}:\d{1,16}$/))

/** An intent in its queue. */
export const pushOp = z.strictObject({
  ...intent.shape,
  /** Place in the device's queue; starts again only with a new queueId. */
  queueSeq: z.int().check(z.positive()),
  lane,
  /** The kept op of the same lane before this one; it may already be done. */
  prevMid: z.nullable(z.uuid()),
  /** Ops with the same group are applied together or not at all. */
  group: z.nullable(z.uuid()),
  /** The op that this one replaces, in one step. */
  supersedes: z.nullable(z.uuid()),
  /** What that one had replaced before: after a restore nobody else would remember. */
  alsoSupersedes: z.optional(z.array(z.uuid()).check(z.maxLength(50))),
  /** Did it wait on the device, so that what it points at may have changed meanwhile? */
  offline: z.optional(z.boolean()),
})
export type PushOp = z.infer<typeof pushOp>

/**
 * Withdraws an op that may have left the device. `alsoSupersedes` names what it had replaced; `prevMid` what it followed,
 * for what is on its way behind it.
 */
export const pushCancel = z.strictObject({
  cancel: z.uuid(),
  lane,
  prevMid: z.optional(z.nullable(z.uuid())),
  alsoSupersedes: z.array(z.uuid()).check(z.maxLength(50)),
})
export type PushCancel = z.infer<typeof pushCancel>

const pushInput = z.strictObject({
  queueId: z.uuid(),
  deviceId: z.uuid(),
  epoch: z.nullable(z.uuid()),
  build: z.string().check(z.maxLength(40)),
  /** All queueSeq up to this are final on the device. */
  acknowledged: z.int().check(z.nonnegative()),
  ops: z.array(z.union([pushOp, pushCancel])).check(z.maxLength(PUSH_LIMIT)),
})
export type PushInput = z.infer<typeof pushInput>

/** Why an op was not accepted, for good. */
export const rejectionCodes = [
  'invalid',
  'forbidden',
  'no_access',
  'not_found',
  'not_now',
  'unknown_op',
  'id_not_leased',
  'key_reuse',
  'expired_unknown',
  'confirm_needed',
] as const
export type RejectionCode = (typeof rejectionCodes)[number]

/**
 * applied, replayed (applied earlier) · conflict, rejected (stored, final until superseded or cancelled) · cancelled ·
 * superseded · too_late (the op it replaces had been applied: this one will never be, the row shows the other) ·
 * out_of_order, blocked, retry (not stored: send again).
 */
export const pushStatus = z.enum([
  'applied',
  'replayed',
  'conflict',
  'rejected',
  'cancelled',
  'superseded',
  'too_late',
  'out_of_order',
  'blocked',
  'retry',
])
export type PushStatus = z.infer<typeof pushStatus>

export const pushResult = z.object({
  mid: z.uuid(),
  status: pushStatus,
  code: z.optional(z.enum(rejectionCodes)),
  message: z.optional(z.string()),
  fields: z.optional(z.record(z.string(), z.string())),
  asks: z.optional(z.array(z.string())),
  row: z.optional(z.record(z.string(), z.unknown())),
  version: z.optional(z.int()),
  feedSeq: z.optional(z.int()),
})
export type PushResult = z.infer<typeof pushResult>

const pushAnswer = z.object({ epoch: z.uuid(), serverTime: z.iso.datetime(), results: z.array(pushResult) })
export type PushAnswer = z.infer<typeof pushAnswer>

/** HTTP status speaks for the envelope alone; each op has its own outcome. */
export const pushCall = defineCall({
  method: 'POST',
  path: '/sync/push',
  may: 'anyone',
  input: pushInput,
  output: pushAnswer,
})

/** One changed record: its full row, or gone (deleted, or out of this person's reach). `t` is the module's name. */
export const change = z.union([
  z.object({ t: z.string(), id: recordId(), v: z.int(), row: z.record(z.string(), z.unknown()) }),
  z.object({ t: z.string(), id: recordId(), v: z.int(), gone: z.literal(true) }),
])
export type Change = z.infer<typeof change>

/** `groups` and `me` are the hashes the device was last told; `unsent` how many changes wait on the device. */
const pullQuery = z.strictObject({
  epoch: z.optional(z.uuid()),
  seq: z._default(z.coerce.number().check(z.int(), z.nonnegative()), 0),
  groups: z.optional(z.string().check(z.maxLength(64))),
  me: z.optional(z.string().check(z.maxLength(64))),
  unsent: z._default(z.coerce.number().check(z.int(), z.nonnegative()), 0),
  device: z.optional(z.uuid()),
})
const pullAnswer = z.object({
  epoch: z.uuid(),
  seq: z.int(),
  /** More changes wait: pull again at once. */
  more: z.boolean(),
  /** Present when the device's hash was not ours: what this person's devices hold from now on. */
  groups: z.optional(z.object({ hash: z.string(), names: z.array(z.string()) })),
  /** Present when the device's hash was not ours: who one is and what one may do has changed, ask /auth/me. */
  me: z.optional(z.string()),
  changes: z.array(change),
  serverTime: z.iso.datetime(),
  /** The cursor cannot go on: load the snapshot again. Unsent work is never touched. */
  reset: z.optional(z.enum(['epoch', 'too_old', 'groups'])),
})
export type PullAnswer = z.infer<typeof pullAnswer>

/** What changed since the device's place in the feed. */
export const pullCall = defineCall({
  method: 'GET',
  path: '/sync/pull',
  may: 'anyone',
  input: pullQuery,
  output: pullAnswer,
})

const snapshotQuery = z.strictObject({ after: z.optional(z.string().check(z.maxLength(200))) })
const snapshotAnswer = z.object({
  epoch: z.uuid(),
  seq: z.int(),
  groups: z.object({ hash: z.string(), names: z.array(z.string()) }),
  rows: z.array(z.object({ t: z.string(), id: recordId(), v: z.int(), row: z.record(z.string(), z.unknown()) })),
  /** Null after the last page. */
  next: z.nullable(z.string()),
})
export type SnapshotAnswer = z.infer<typeof snapshotAnswer>

/** Everything in this person's groups by (module, id), from which pull goes on at `seq` of the first page. */
export const snapshotCall = defineCall({
  method: 'GET',
  path: '/sync/snapshot',
  may: 'anyone',
  input: snapshotQuery,
  output: snapshotAnswer,
})

/** So many records are asked for by their numbers at most. */
export const ROWS_LIMIT = 200

/** Some records by their numbers, as they are now: what was opened lately, what changed on a page that is looked at. */
export const rowsCall = defineCall({
  method: 'POST',
  path: '/sync/rows',
  may: 'anyone',
  input: z.strictObject({
    wanted: z
      .array(z.strictObject({ t: z.string().check(z.maxLength(60)), id: recordId() }))
      .check(z.maxLength(ROWS_LIMIT)),
  }),
  output: z.object({ epoch: z.uuid(), changes: z.array(change) }),
})
