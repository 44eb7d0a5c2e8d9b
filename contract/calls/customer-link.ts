import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { recordId } from '../fields.ts'
import { maintenance } from '../modules/service/maintenance.ts'
import { nothing } from '../nothing.ts'
import { permissions } from '../rules.ts'

const may = permissions(maintenance, 'edit')
const input = z.strictObject({ maintenance: recordId() })

/** Makes the one link under which a job's customer sees it; an earlier one stops working. It is answered this once. */
export const makeCustomerLinkCall = defineCall({
  method: 'POST',
  path: '/customer-link/make',
  may,
  input,
  /** Without an address of our own that is set, `link` is a path of it. */
  output: z.object({ link: z.string(), until: z.string() }),
})

/** Ends it: whoever has the link sees nothing any more. */
export const endCustomerLinkCall = defineCall({
  method: 'POST',
  path: '/customer-link/end',
  may,
  input,
  output: nothing(),
})
