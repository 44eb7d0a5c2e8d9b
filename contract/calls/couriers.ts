import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { code, recordId } from '../fields.ts'
import { generalSetting } from '../modules/access/general-setting.ts'
import { dispatch } from '../modules/stock/dispatch.ts'
import { nothing } from '../nothing.ts'
import { cleanPincode } from '../pincode.ts'
import { permissions } from '../rules.ts'

const may = permissions(generalSetting, 'edit')

/** Which of the couriers that are named have a key? A key itself is never answered. */
export const courierKeysCall = defineCall({
  method: 'GET',
  path: '/couriers/keys',
  may,
  input: z.strictObject({}),
  output: z.object({ lines: z.array(recordId()) }),
})

/** Sets the key of a courier that is named, or takes it away. */
export const courierKeyCall = defineCall({
  method: 'POST',
  path: '/couriers/key',
  may,
  confirm: true,
  input: z.strictObject({
    /** The courier's line of the general setting. */
    line: recordId(),
    key: z.nullable(z.string().check(z.minLength(1), z.maxLength(2_000), z.regex(/^[\x21-\x7e]+$/))),
  }),
  output: nothing(),
})

/** The couriers that the server asks by itself. */
export const servedCouriersCall = defineCall({
  method: 'GET',
  path: '/couriers/served',
  may: 'anyone',
  input: z.strictObject({}),
  output: z.object({ couriers: z.array(recordId()) }),
})

/** How a courier answered, and why not; `noKey` are not asked for want of one, `byHand` are those that nobody asks but people. */
export const courierSaid = z.enum([
  'yes',
  'unserviceable',
  'refused',
  'slow',
  'unreachable',
  'notUnderstood',
  'noKey',
  'byHand',
])

/** Do couriers go there? All that are asked by the server, or one. `areas` are those of ours with that code. */
export const serviceableCall = defineCall({
  method: 'GET',
  path: '/couriers/serviceable',
  may: 'anyone',
  input: z.strictObject({
    /** As people write it: what is none is refused with a sentence. */
    pincode: z.string().check(z.overwrite(cleanPincode), z.minLength(1), z.maxLength(12)),
    courier: z.optional(z.coerce.number().check(z.int(), z.positive())),
  }),
  output: z.object({
    answers: z.array(
      z.object({
        courier: recordId(),
        is: courierSaid,
        reason: z.nullable(z.string()),
        services: z.array(z.string()),
      }),
    ),
    areas: z.array(recordId()),
  }),
})

const mayDispatch = permissions(dispatch, 'dispatch')
const one = z.strictObject({ dispatch: recordId() })

/** Books a dispatch with its courier, once, however often it is asked. */
export const bookCall = defineCall({
  method: 'POST',
  path: '/couriers/book',
  may: mayDispatch,
  input: one,
  output: z.object({ awb: z.string() }),
})

/** Since when a courier was asked to book it, where nobody knows yet what came of that. */
export const bookingAskedCall = defineCall({
  method: 'GET',
  path: '/couriers/asked',
  may: mayDispatch,
  input: z.strictObject({ dispatch: z.pipe(z.coerce.number(), recordId()) }),
  output: z.object({ since: z.nullable(z.string()) }),
})

/** Takes a booking back, before the parcel leaves. */
export const cancelBookingCall = defineCall({
  method: 'POST',
  path: '/couriers/cancel',
  may: mayDispatch,
  input: one,
  output: nothing(),
})

/** Asks the courier of a parcel of ours, and answers what is known of it then. */
export const trackCall = defineCall({
  method: 'POST',
  path: '/couriers/track',
  may: 'anyone',
  input: z.strictObject({ awb: code(40) }),
  output: z.object({
    parcels: z.array(
      z.object({
        dispatch: recordId(),
        number: z.nullable(z.string()),
        stage: z.enum(dispatch.stages as unknown as [string, ...string[]]),
        courier: z.nullable(recordId()),
        said: courierSaid,
        reason: z.nullable(z.string()),
        events: z.array(z.unknown()),
      }),
    ),
  }),
})
