import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { recordId } from '../fields.ts'
import { customer } from '../modules/people/customer.ts'
import { unit } from '../modules/stock/unit.ts'
import { permissions } from '../rules.ts'

/** An entry of a timeline over several records: a change of one of them, a note or a file. */
export const timelineEntry = z.object({
  /** Different for each. */
  key: z.string(),
  at: z.iso.datetime(),
  /** The module of the record, `note` or `file`. */
  kind: z.string(),
  module: z.string(),
  record: recordId(),
  title: z.nullable(z.string()),
  /** create, change, archive, restore, a move's name, note or file. */
  action: z.string(),
  actor: z.nullable(z.int()),
  actorName: z.nullable(z.string()),
  offline: z.boolean(),
  /** When it was said, by the word of the device on which it waited. */
  saidAt: z._default(z.nullable(z.iso.datetime()), null),
  before: z.record(z.string(), z.unknown()),
  /** Of a note its `text`, of a file its `name`. */
  after: z.record(z.string(), z.unknown()),
})
export type TimelineEntry = z.infer<typeof timelineEntry>

const asNumber = () => z.pipe(z.coerce.number(), recordId())

const page = {
  /** A module's name, `note` or `file`. */
  kind: z.optional(z.string().check(z.maxLength(60))),
  /** The `next` of the page before. */
  after: z.optional(z.string().check(z.maxLength(80))),
}

const output = z.object({
  entries: z.array(timelineEntry),
  next: z.nullable(z.string()),
  /** The kinds that there can be: modules whose records have to do with it. */
  kinds: z.array(z.string()),
})
export type TimelineAnswer = z.infer<typeof output>

/** All that happened to a customer and to what has to do with them, the newest first. */
export const customerTimelineCall = defineCall({
  method: 'GET',
  path: '/customer/timeline',
  may: permissions(customer, 'details'),
  /** `unit`: only what has to do with this device of theirs. */
  input: z.strictObject({ customer: asNumber(), unit: z.optional(asNumber()), ...page }),
  output,
})

/** All that happened to a device: itself, its ways through stock, whatever else refers to it. */
export const unitTimelineCall = defineCall({
  method: 'GET',
  path: '/unit/timeline',
  may: permissions(unit, 'details'),
  input: z.strictObject({ unit: asNumber(), ...page }),
  output,
})
