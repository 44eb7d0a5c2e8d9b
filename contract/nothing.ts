import * as z from 'zod/mini'

/** What is answered where there is nothing to say. Anything else was not said by the server. */
/* @__NO_SIDE_EFFECTS__ */
export const nothing = () => z.strictObject({})
