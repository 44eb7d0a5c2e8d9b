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
