import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { recordId } from '../fields.ts'
import { intent } from '../intent.ts'
import { fileInput } from './attached.ts'

/** So many ops go in one envelope at most. */
export const PUSH_LIMIT = 50
/**
 * So many bytes the server reads of one envelope: the largest change that its fields allow (two hundred long remarks as they
 * were and as they are to be), in any script. What a device puts together of several is an eighth of that.
 */
export const PUSH_BYTES = 4 * 1_048_576
/** So many files of one op are announced with it. */
export const PUSH_FILES = 50

/** `module:recordId`: strict order within it. */
const lane = z.string().check(z.regex(/^[A-Za-z]{1,60}:\d{1,16}$/))

/** Whose it is: what is sent under somebody else's session is not taken in. */
const by = z.optional(recordId())

/** An intent in its queue. */
export const pushOp = z.strictObject({
  ...intent.shape,
  /** Place in the device's queue; starts again only with a new queueId. */
  queueSeq: z.int().check(z.positive()),
  lane,
  /** The kept op of the same lane before this one; it may already be done. */
  prevMid: z.nullable(z.uuid()),
  /** Said by every build so far, always null. It is read and not used. */
  group: z.optional(z.nullable(z.uuid())),
  /** The op that this one replaces, in one step. */
  supersedes: z.nullable(z.uuid()),
  /** What that one had replaced before: after a restore nobody else would remember. */
  alsoSupersedes: z.optional(z.array(z.uuid()).check(z.maxLength(50))),
  /** Did it wait on the device, so that what it points at may have changed meanwhile? */
  offline: z.optional(z.boolean()),
  by,
  /** When the person said so, as far as the device knows: work is dated by it that waited, and nothing is decided by it. */
  queuedAt: z.optional(z.iso.datetime()),
  /** Files that its fields name and that the server may not have heard of: announced with it, their bytes follow. */
  files: z.optional(z.array(fileInput).check(z.maxLength(PUSH_FILES))),
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
  by,
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

/** Who wrote something, and when; nobody where it was written beside the application. */
export const touch = z.object({
  by: z.nullable(recordId()),
  byName: z.nullable(z.string()),
  at: z.iso.datetime(),
})

/** What a supervisor makes of somebody's stuck change: applies it, applies something else instead, or drops it. */
export const decisionWays = ['keep', 'edit', 'drop'] as const

/** Who decided instead of the author, and how. */
export const decidedBy = z.object({
  id: recordId(),
  name: z.nullable(z.string()),
  at: z.iso.datetime(),
  how: z.enum(decisionWays),
  reason: z.optional(z.string()),
})
export type DecidedBy = z.infer<typeof decidedBy>

export const pushResult = z.object({
  mid: z.uuid(),
  status: pushStatus,
  code: z.optional(z.enum(rejectionCodes)),
  message: z.optional(z.string()),
  fields: z.optional(z.record(z.string(), z.string())),
  /** What a person has to decide: fields, or `archivedAt` and `stage` where the record is no longer to be changed. */
  asks: z.optional(z.array(z.string())),
  /** With a conflict: the record as it was then. */
  row: z.optional(z.record(z.string(), z.unknown())),
  /** For each of `asks`, who wrote what `row` has there. */
  theirs: z.optional(z.record(z.string(), touch)),
  /** Somebody deleted the record: who, when, and as it was. */
  gone: z.optional(z.object({ ...touch.shape, row: z.record(z.string(), z.unknown()) })),
  /** With `no_access`, told to nobody else: it was theirs and was passed on. What it was called, who has it now, since when. */
  passed: z.optional(z.object({ ...touch.shape, title: z.string() })),
  /** With superseded and cancelled: it was not its author who decided. */
  decidedBy: z.optional(decidedBy),
  version: z.optional(z.int()),
  /** Where what it wrote stands in the feed. With an answer that was given before and where that is not known: 0. */
  feedSeq: z.optional(z.int()),
})
export type PushResult = z.infer<typeof pushResult>

const pushAnswer = z.object({
  epoch: z.uuid(),
  /** Where the feed stood before anything of it was looked at: what is answered is at least as new. */
  seq: z._default(z.int(), 0),
  serverTime: z.iso.datetime(),
  results: z.array(pushResult),
})
export type PushAnswer = z.infer<typeof pushAnswer>

/** HTTP status speaks for the envelope alone; each op has its own outcome. */
export const pushCall = defineCall({
  method: 'POST',
  path: '/sync/push',
  may: 'anyone',
  input: pushInput,
  output: pushAnswer,
})
