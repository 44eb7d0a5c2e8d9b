import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { recordId } from '../fields.ts'

/** How many record ids one lease holds. Two leases are kept in hand by every device. */
export const LEASE_SIZE = 1_000
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

/** One changed record: its full row, or gone (deleted, or out of this person's reach). `t` is the module's name. */
export const change = z.union([
  z.object({ t: z.string(), id: recordId(), v: z.int(), row: z.record(z.string(), z.unknown()) }),
  z.object({ t: z.string(), id: recordId(), v: z.int(), gone: z.literal(true) }),
])
export type Change = z.infer<typeof change>

/**
 * `groups` and `me` are the hashes the device was last told; `unsent` how many changes wait on the device. `emptied`: so many
 * seconds ago it found that the browser had thrown everything away.
 */
const pullQuery = z.strictObject({
  epoch: z.optional(z.uuid()),
  seq: z._default(z.coerce.number().check(z.int(), z.nonnegative()), 0),
  groups: z.optional(z.string().check(z.maxLength(64))),
  me: z.optional(z.string().check(z.maxLength(64))),
  unsent: z._default(z.coerce.number().check(z.int(), z.nonnegative()), 0),
  device: z.optional(z.uuid()),
  emptied: z.optional(z.coerce.number().check(z.int(), z.nonnegative(), z.maximum(31_536_000))),
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
  /** Stuck changes of this person about which somebody else has decided: sent again, each is answered with who and how. */
  decided: z.optional(z.array(z.uuid())),
  /** For a device that was emptied: so many changes of this person waited on it when it was last heard of. Said once. */
  lost: z.optional(z.int()),
  /** For those who decide about others' stuck changes: how many there are, at most 100. */
  stuck: z.optional(z.int()),
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
  /** `seq`: where the feed stood before they were read. */
  output: z.object({ epoch: z.uuid(), seq: z._default(z.int(), 0), changes: z.array(change) }),
})

/** What is held of a module, or of all lists, in three numbers that hardly any difference leaves as they are. */
export const digest = z.strictObject({
  count: z.int().check(z.nonnegative()),
  /** The records' numbers, each against all others (exclusive or). */
  ids: z.string().check(z.regex(/^\d{1,20}$/)),
  /** The sum of their versions. */
  versions: z.string().check(z.regex(/^\d{1,20}$/)),
})
export type Digest = z.infer<typeof digest>

/** Once in a while a device asks whether it holds what it should, of what it keeps whole. It names its place in the feed. */
export const digestCall = defineCall({
  method: 'POST',
  path: '/sync/digest',
  may: 'anyone',
  input: z.strictObject({
    device: z.uuid(),
    epoch: z.uuid(),
    seq: z.int().check(z.nonnegative()),
    held: z.record(z.string().check(z.maxLength(60)), digest),
  }),
  /** What differs; null where the feed has gone on meanwhile, and nothing can be said. */
  output: z.object({ drifted: z.nullable(z.array(z.string())) }),
})
