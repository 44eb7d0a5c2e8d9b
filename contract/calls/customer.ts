import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { recordId } from '../fields.ts'
import { customer } from '../modules/people/customer.ts'
import { permissions } from '../rules.ts'

const asNumber = () => z.pipe(z.coerce.number(), recordId())

/** Customers who have that phone number already, as far as the asker may see them. */
export const duplicatesCall = defineCall({
  method: 'GET',
  path: '/customer/duplicates',
  may: permissions(customer, 'list'),
  input: z.strictObject({
    phone: z.string().check(z.maxLength(40)),
    /** The one that is being edited. */
    except: z.optional(asNumber()),
  }),
  output: z.object({
    customers: z.array(
      z.object({
        id: recordId(),
        name: z.string(),
        /** How many devices they have; null where that was never counted. */
        units: z.nullable(z.number()),
        /** What devices these are, to those who may see devices. */
        products: z.array(z.string()),
      }),
    ),
  }),
})

/** An entry of the customer's timeline: a change of a record that has to do with them, a note or a file. */
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
  before: z.record(z.string(), z.unknown()),
  /** Of a note its `text`, of a file its `name`. */
  after: z.record(z.string(), z.unknown()),
})
export type TimelineEntry = z.infer<typeof timelineEntry>

/** All that happened to a customer and to what has to do with them, the newest first. */
export const customerTimelineCall = defineCall({
  method: 'GET',
  path: '/customer/timeline',
  may: permissions(customer, 'details'),
  input: z.strictObject({
    customer: asNumber(),
    /** A module's name, `note` or `file`. */
    kind: z.optional(z.string().check(z.maxLength(60))),
    /** Only what has to do with this device of theirs. */
    unit: z.optional(asNumber()),
    /** The `next` of the page before. */
    after: z.optional(z.string().check(z.maxLength(80))),
  }),
  output: z.object({
    entries: z.array(timelineEntry),
    next: z.nullable(z.string()),
    /** The kinds that there can be: modules whose records have to do with this customer. */
    kinds: z.array(z.string()),
  }),
})
