import * as z from 'zod/mini'

/** So often one label is printed in one go. */
export const MOST_COPIES = 20

/** What an intent says that tells of a print. */
export const printArgs = z.strictObject({ copies: z.int().check(z.minimum(1), z.maximum(MOST_COPIES)) })
