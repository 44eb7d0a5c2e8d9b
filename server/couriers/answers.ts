import { z } from 'zod'
import { isInstant } from '#contract/fields.ts'
import { dispatchEvents } from '#contract/modules/stock/dispatch.ts'

/** One line, without signs that nobody sees. What is too long is cut: it is only shown. */
const said = (max: number) =>
  z
    .string()
    .transform(text =>
      text
        .replaceAll(/[\p{C}\p{Z}]+/gu, ' ')
        .trim()
        .slice(0, max),
    )
    .transform(text => text || null)
const maySay = (max: number) => said(max).nullish().default(null)
/** A name that is used again: it is taken as it is, or not at all. */
const name = (max: number) => z.string().regex(new RegExp(`^[\\x21-\\x7e]([\\x20-\\x7e]{0,${max - 2}}[\\x21-\\x7e])?$`))

export const serviceableAnswer = z.object({
  serviceable: z.boolean(),
  services: z.array(z.string().max(60)).max(20).default([]),
  reason: maySay(200),
})

export const bookedAnswer = z.object({
  booking: name(80),
  awb: name(40),
  service: maySay(60),
  routing: maySay(40),
})

const because = { reason: maySay(200) }
/** A booking that is none: it is answered like one that went well, and was cancelled at once. */
export const notBookedAnswer = z
  .union([
    z.object({ ...because, cancelled: z.union([z.literal(true), z.stringFormat('true', /^true$/i)]) }),
    z.object({ ...because, status: z.string().regex(/^\s*cancel?led\s*$/i) }),
    z.object({ ...because, state: z.string().regex(/^\s*cancel?led\s*$/i) }),
  ])
  .transform(({ reason }) => ({ isCancelled: true as const, reason }))

export const cancelledAnswer = z.object({ cancelled: z.literal(true) })

const told = z.object({
  at: z.iso
    .datetime({ offset: true })
    .transform(at => new Date(at).toISOString())
    .refine(isInstant),
  /** What we have no word for is told in the courier's. */
  kind: z.string().transform(kind => dispatchEvents.find(known => known === kind) ?? 'other'),
  place: maySay(120),
  text: maySay(300),
})
export const trackedAnswer = z.object({ events: z.array(told).max(200) })

export const refusedAnswer = z.object({ reason: maySay(200), unserviceable: z.boolean().default(false) })
