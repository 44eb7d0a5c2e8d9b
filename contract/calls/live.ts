import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { recordId } from '../fields.ts'

/** Where the live connection is, below the API prefix. */
export const LIVE_PATH = '/live'
/** What both sides speak. The ticket is offered beside it as a protocol of its own, so that no address holds it. */
export const LIVE_PROTOCOL = 'caredesk.live'
export const ticketProtocol = (ticket: string) => `ticket.${ticket}`

/** Opens one live connection, once, within half a minute. */
export const ticketCall = defineCall({
  method: 'POST',
  path: '/live/ticket',
  may: 'anyone',
  input: z.strictObject({ deviceId: z.optional(z.uuid()) }),
  output: z.object({ ticket: z.string().check(z.regex(/^[\w-]{43}$/)) }),
})

/** Where a client stands in the feed, when it comes back: it is told what it missed. */
export const livePlace = z.object({
  epoch: z.optional(z.uuid()),
  seq: z.optional(z.coerce.number().check(z.int(), z.nonnegative())),
})
export type LivePlace = z.infer<typeof livePlace>

/** A record that changed, by its module, number and version. What is in it comes by HTTP, where the rules are asked. */
export const liveChange = z.strictObject({
  t: z.string(),
  id: recordId(),
  v: z.int(),
  /** Written from this very device, or by this person past the app's queue. */
  own: z.optional(z.literal(true)),
})
export type LiveChange = z.infer<typeof liveChange>

/** All that ever comes over the connection, from the server. Nothing is said to it. */
export const liveMessage = z.strictObject({
  epoch: z.uuid(),
  /** Up to here the client has heard of everything that it may know of. */
  seq: z.int(),
  changes: z.array(liveChange),
  /** Modules in which more changed than is worth naming; `own` where all of it is. */
  many: z.array(z.strictObject({ t: z.string(), own: z.optional(z.literal(true)) })),
  /** The client was away for too long to be told what it missed. */
  missed: z.boolean(),
})
export type LiveMessage = z.infer<typeof liveMessage>

/** Why the server hangs up, beside the protocol's own codes. */
export const liveClosed = {
  /** The server goes; come back soon. */
  restart: 1012,
  /** This person, or this address, has as many as one may have. */
  full: 1013,
  /** The session has ended. */
  signedOut: 4401,
  /** What this person may see has changed: come back at once. */
  rights: 4403,
  /** Nothing is said to the server. */
  unwanted: 4400,
  /** The client does not take what it is sent. */
  slow: 4408,
} as const
