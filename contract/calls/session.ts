import { z } from 'zod'

/** The user as the client keeps it under `sessionUser`: exactly these keys, by the specification. */
export const sessionUser = z.object({
  avatar: z.string(),
  username: z.string(),
  email: z.string(),
  permissions: z.array(z.string()),
  notification_permission: z.array(z.union([z.string(), z.number()])),
  status_permission: z.array(z.union([z.string(), z.number()])),
})
export type SessionUser = z.infer<typeof sessionUser>

/** `username` is a username or an e-mail address. */
export const signInInput = z.strictObject({
  username: z.string().min(1).max(254),
  password: z.string().min(1).max(1024),
})
export type SignInInput = z.infer<typeof signInInput>

/** Beside the client's token and user: what the device database needs to know and must not put into `sessionUser`. */
export const signInAnswer = z.object({
  token: z.string(),
  user: sessionUser,
  /** Names the user's own database on this device. */
  userId: z.int().positive(),
  /** Can only end this session; kept for a sign-out that happens offline. */
  revocation: z.string(),
})
export type SignInAnswer = z.infer<typeof signInAnswer>

/** POST /auth/sign-out. Without a body it ends the session of the token. */
export const signOutInput = z.strictObject({ revocation: z.string().max(100).optional() }).nullish()
