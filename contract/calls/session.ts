import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { email, recordId, text, username } from '../fields.ts'
import { nothing } from '../nothing.ts'
import { warrantyStarts } from '../warranty-start.ts'
import { newPassword, signInName } from './credentials.ts'

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

/** An actor as it travels. */
export const actorAnswer = z.object({
  id: recordId(),
  permissions: z.array(z.string()),
  branch: z.nullable(recordId()),
  scopes: z.record(z.string(), z.enum(['own', 'branch', 'all'])),
  approves: z.array(z.string()),
  statusPermission: z.union([z.array(recordId()), z.literal('all')]),
})
export type ActorAnswer = z.infer<typeof actorAnswer>

/** What every screen may know of the general setting, whoever looks at it. */
export const house = z.object({
  companyName: z.string(),
  currency: z.string(),
  timeZone: z.string(),
  /** Whom people ask who may not open something. */
  helpContact: z.nullable(z.string()),
  lockMinutes: z.number(),
  /** ISO 3166: how a phone number without a country's code is read. */
  country: z._default(z.string(), 'IN'),
  warrantyStart: z._default(z.enum(warrantyStarts), 'delivery'),
  /** Which PostgreSQL the server works on, for whoever looks after it. */
  database: z.optional(z.string()),
  taxId: z.optional(z.nullable(z.string())),
  /** Where parcels come from. */
  phone: z.optional(z.nullable(z.string())),
  address: z.optional(
    z.nullable(z.object({ line: z.string(), pincode: z.nullable(z.string()), city: z.nullable(recordId()) })),
  ),
  /** The state it is in, by its list; tax has another name elsewhere. */
  state: z.optional(z.nullable(recordId())),
})
export type House = z.infer<typeof house>

/** What the pages for people who are not signed in may know of the house. */
export const doorCall = defineCall({
  method: 'GET',
  path: '/auth/door',
  may: 'public',
  input: z.strictObject({}),
  output: z.object({
    /** May strangers ask for an account? */
    signUp: z.boolean(),
    /** How long a session lasts that is kept on its device. */
    keepDays: z.number(),
  }),
})
export type DoorAnswer = z.infer<typeof doorCall.output>

const meAnswer = z.object({
  user: sessionUser,
  /** Names the user's own database on this device. */
  userId: z.int().check(z.positive()),
  /** What people call this person. */
  name: z.string(),
  /** `pending` waits for an administrator, `choosing` has to choose a password first: both may do nothing yet. */
  stage: z.enum(['pending', 'choosing', 'active']),
  actor: actorAnswer,
  house,
  /** The server keeps this session for so long without work, and until then in any case. */
  lasts: z.object({
    idleMinutes: z.number(),
    until: z.iso.datetime(),
    /** After so many days without a word from the server a device forgets what it keeps. */
    days: z.optional(z.number()),
  }),
  /** Signs what this person saves of unsent work as a file (32 bytes, base64url), and knows it again on another device of theirs. */
  fileKey: z.optional(z.string()),
})
export type MeAnswer = z.infer<typeof meAnswer>

/** Beside the client's token and user: what the device database needs to know and must not put into `sessionUser`. */
const signInAnswer = z.extend(meAnswer, {
  token: z.string(),
  /** Can only end this session; kept for a sign-out that happens offline. */
  revocation: z.string(),
  /** Seals what this person leaves unsent on this device (32 bytes, base64url); the same at their next sign-in here. */
  sealKey: z.string(),
})
export type SignInAnswer = z.infer<typeof signInAnswer>

/** Names this device: sealed work is for one person on one device, and the list of sessions tells devices apart. */
const device = z.optional(z.uuid())

/** `username` is a username or an e-mail address. */
const signInInput = z.strictObject({
  username: signInName,
  password: z.string().check(z.minLength(1), z.maxLength(1024)),
  /** Kept for days; otherwise the session ends after half an hour without work, or twelve hours. */
  keep: z._default(z.boolean(), true),
  device,
})
export type SignInInput = z.input<typeof signInInput>

/** Minutes without work after which a session that is not kept has ended. */
export const SHORT_IDLE_MINUTES = 30

/** A wrong name or password is 400 `invalid`, so that 401 always means a session that has ended. */
export const signInCall = defineCall({
  method: 'POST',
  path: '/auth/sign-in',
  may: 'public',
  input: signInInput,
  output: signInAnswer,
})

const signUpInput = z.strictObject({
  name: text(120),
  username: username(),
  email: email(),
  password: newPassword,
  device,
})
export type SignUpInput = z.input<typeof signUpInput>

/** The account is pending and may do nothing. Only a taken username is said, not a taken e-mail address. */
export const signUpCall = defineCall({
  method: 'POST',
  path: '/auth/sign-up',
  may: 'public',
  input: signUpInput,
  output: signInAnswer,
})

/**
 * For everybody, and always answered with success. It ends the session of the token, and needs no payload: a page of an earlier
 * build says its handle here.
 */
export const signOutCall = defineCall({
  method: 'POST',
  path: '/auth/sign-out',
  may: 'public',
  input: z.nullish(z.strictObject({ revocation: z.optional(z.string().check(z.maxLength(100))) })),
  output: nothing(),
})

/** A device ends a session later, when the token is gone. Always answered with success too. */
export const revokeCall = defineCall({
  method: 'POST',
  path: '/auth/revoke',
  may: 'public',
  input: z.strictObject({ revocation: z.string().check(z.maxLength(100)) }),
  output: nothing(),
})

/** Who is signed in, and what they may do now. A device that lost its memory names itself, and gets its seal anew. */
export const meCall = defineCall({
  method: 'GET',
  path: '/auth/me',
  may: 'anyone',
  input: z.strictObject({ device }),
  /** `hash`: what a pull says of them as long as this is so. */
  output: z.extend(meAnswer, { sealKey: z.optional(z.string()), hash: z.optional(z.string()) }),
})
export type RestoredAnswer = z.infer<typeof meCall.output>
