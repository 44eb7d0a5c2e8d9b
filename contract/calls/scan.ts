import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { LONGEST_SCAN } from '../scan/read-scan.ts'
import { scanFound } from '../scan/resolve.ts'

/** What a scanned code stands on, of all that this person may see, and whether there is something that they may not. */
export const scanCall = defineCall({
  method: 'GET',
  path: '/scan',
  may: 'anyone',
  input: z.strictObject({ text: z.string().check(z.minLength(1), z.maxLength(LONGEST_SCAN)) }),
  output: scanFound,
})
