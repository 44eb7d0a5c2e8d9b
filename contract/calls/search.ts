import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { recordId } from '../fields.ts'

/** Rows of each module in an answer; of one module alone, more. */
export const SEARCH_FEW = 5
export const SEARCH_MANY = 50

const found = z.object({
  id: recordId(),
  title: z.string(),
  /** What else it is known by: what was found, or the first of what search looks at besides the title. */
  detail: z.nullable(z.string()),
  /** Where it was found: `id`, a field, or a column of lines (`phones.number`). */
  matched: z.string(),
})
export type SearchRow = z.infer<typeof found>

/** Looks for a few words, digits or a number in everything that this person may list, the best first. */
export const searchCall = defineCall({
  method: 'GET',
  path: '/search',
  may: 'anyone',
  input: z.strictObject({
    q: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)),
    /** In this module alone. */
    module: z.optional(z.string().check(z.maxLength(60))),
  }),
  output: z.object({
    /** The group with the best row first. `more` says that there are others. */
    groups: z.array(z.object({ module: z.string(), rows: z.array(found), more: z.boolean() })),
  }),
})
