import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { newPassword, signInName } from './credentials.ts'

/**
 * Asks for a link to choose a new password. The answer is the same for known and unknown people; where no mail can be
 * sent, an administrator sees who asked.
 */
export const forgotPasswordCall = defineCall({
  method: 'POST',
  path: '/auth/forgot-password',
  may: 'public',
  input: z.strictObject({ username: signInName }),
  // Many others answer a message, and more with it.
  output: z.strictObject({ message: z.string() }),
})

/** The token of a link: 30 minutes for a forgotten password, 72 hours for an invitation; it works once. */
const linkToken = z.string().check(z.minLength(20), z.maxLength(100))

/** Chooses a password with a link. Ends every session of the account; nobody is signed in by it. */
export const resetPasswordCall = defineCall({
  method: 'POST',
  path: '/auth/reset-password',
  may: 'public',
  input: z.strictObject({ token: linkToken, password: newPassword }),
  output: z.object({ username: z.string() }),
})

/** What a link is good for, so that the page can greet; a link that opens nothing (any more) is `invalid`. */
export const linkCall = defineCall({
  method: 'POST',
  path: '/auth/link',
  may: 'public',
  input: z.strictObject({ token: linkToken }),
  output: z.object({ kind: z.enum(['reset', 'invitation']), name: z.string(), username: z.string() }),
})

/** What opens the session from now on. The token that the request came with ends once this one has been used for a minute. */
const renewedToken = z.optional(z.string())

/** Changes one's own password. Ends one's other sessions. Pages of an earlier build read no token, and do not ask to renew it. */
export const changePasswordCall = defineCall({
  method: 'POST',
  path: '/auth/change-password',
  may: 'anyone',
  input: z.strictObject({
    password: z.string().check(z.minLength(1), z.maxLength(1024)),
    newPassword,
    renew: z.optional(z.boolean()),
  }),
  output: z.strictObject({ token: renewedToken }),
})

/** Proves that it is still the same person. Risky actions then work for five minutes. */
export const confirmPasswordCall = defineCall({
  method: 'POST',
  path: '/auth/confirm-password',
  may: 'anyone',
  input: z.strictObject({ password: z.string().check(z.minLength(1), z.maxLength(1024)) }),
  output: z.object({ until: z.iso.datetime(), token: renewedToken }),
})
