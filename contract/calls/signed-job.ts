import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { recordId } from '../fields.ts'
import { maintenance } from '../modules/service/maintenance.ts'
import { signedFields } from '../modules/service/signed.ts'
import { permissions } from '../rules.ts'

const { shape } = maintenance.row
type Signed = Pick<typeof shape, (typeof signedFields)[number]>
const signed = z.object(Object.fromEntries(signedFields.map(field => [field, shape[field]])) as Signed)

/** What the customer of a job put their name under; null where nobody has signed. What the asker may not see is left out. */
export const signedJobCall = defineCall({
  method: 'GET',
  path: '/maintenance/signed',
  may: permissions(maintenance, 'details'),
  input: z.strictObject({ maintenance: z.pipe(z.coerce.number(), recordId()) }),
  output: z.object({ signed: z.nullable(z.partial(signed)) }),
})
