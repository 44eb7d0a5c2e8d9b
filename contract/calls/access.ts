import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { email, phone, recordId, text } from '../fields.ts'
import { user } from '../modules/access/user.ts'
import { nothing } from '../nothing.ts'
import { permissions } from '../rules.ts'

const sessionRow = z.object({
  id: z.uuid(),
  /** The one that asks. */
  current: z.boolean(),
  /** Another program that came with the token of this session: it ends with it. */
  other: z._default(z.boolean(), false),
  /** Browser and system in words, as far as they say. */
  device: z.string(),
  /** Only to the person themselves. */
  address: z.nullable(z.string()),
  keep: z.boolean(),
  createdAt: z.iso.datetime(),
  seenAt: z.iso.datetime(),
  endsAt: z.iso.datetime(),
  /** The browser threw away what was kept on this device: so many changes waited on it then, and when that was found. */
  lost: z.optional(z.object({ count: z.int(), at: z.iso.datetime() })),
})
export type SessionRow = z.infer<typeof sessionRow>
const sessionRows = z.object({ rows: z.array(sessionRow) })

/** Where one is signed in. */
export const sessionsCall = defineCall({
  method: 'GET',
  path: '/auth/sessions',
  may: 'anyone',
  input: z.strictObject({}),
  output: sessionRows,
})

/** Ends one of one's own sessions, or all but this one. */
export const endSessionsCall = defineCall({
  method: 'POST',
  path: '/auth/end-sessions',
  may: 'anyone',
  input: z.strictObject({ id: z.optional(z.uuid()) }),
  output: z.object({ ended: z.int() }),
})

/** What a person sees of themselves, whatever their rights. */
export const ownProfileCall = defineCall({
  method: 'GET',
  path: '/auth/profile',
  may: 'anyone',
  input: z.strictObject({}),
  output: z.object({
    name: z.string(),
    username: z.string(),
    email: z.string(),
    phone: z.nullable(z.string()),
    avatar: z.string(),
    /** The names of their roles, and of their branch. */
    roles: z.array(z.string()),
    branch: z.nullable(z.string()),
  }),
})

/** What a person changes of themselves. Another e-mail address takes the password. */
export const profileCall = defineCall({
  method: 'POST',
  path: '/auth/profile',
  may: 'anyone',
  input: z.strictObject({
    name: z.optional(text(120)),
    phone: z.optional(z.nullable(phone())),
    email: z.optional(email()),
    /** A small picture as a data address; empty takes it away. */
    avatar: z.optional(
      z.string().check(z.maxLength(16_000), z.regex(/^(data:image\/(webp|png|jpeg);base64,[A-Za-z0-9+/=]+)?$/)),
    ),
  }),
  output: nothing(),
})

/** Where another person is signed in: for those who may end it. */
export const personSessionsCall = defineCall({
  method: 'GET',
  path: '/access/sessions',
  may: permissions(user, 'edit'),
  input: z.strictObject({ user: z.pipe(z.coerce.number(), recordId()) }),
  output: sessionRows,
})

export const endPersonSessionsCall = defineCall({
  method: 'POST',
  path: '/access/end-sessions',
  may: permissions(user, 'edit'),
  confirm: true,
  input: z.strictObject({ user: recordId(), id: z.optional(z.uuid()) }),
  output: z.object({ ended: z.int() }),
})

/** `link` only where no mail could be sent: then the administrator hands it over. It is shown once and kept nowhere. */
const linkAnswer = z.object({ sentTo: z.nullable(z.string()), link: z.nullable(z.string()), until: z.iso.datetime() })

/** Lets an invited person choose a password; earlier links of theirs stop working. */
export const inviteCall = defineCall({
  method: 'POST',
  path: '/access/invite',
  may: permissions(user, 'edit'),
  confirm: true,
  input: z.strictObject({ user: recordId() }),
  output: linkAnswer,
})

/** Lets a person choose a new password. Nobody else ever sees or sets it. */
export const resetLinkCall = defineCall({
  method: 'POST',
  path: '/access/reset-link',
  may: permissions(user, 'edit'),
  confirm: true,
  input: z.strictObject({ user: recordId() }),
  output: linkAnswer,
})

/** Who asked for a new password while no mail could be sent. */
export const askedForLinkCall = defineCall({
  method: 'GET',
  path: '/access/asked-for-link',
  may: permissions(user, 'edit'),
  input: z.strictObject({}),
  output: z.object({ rows: z.array(z.object({ user: recordId(), at: z.iso.datetime() })) }),
})

/** What a person did lately: their latest writes, of records that the asker may open. */
export const deedsCall = defineCall({
  method: 'GET',
  path: '/access/deeds',
  may: permissions(user, 'details'),
  input: z.strictObject({ user: z.pipe(z.coerce.number(), recordId()) }),
  output: z.object({
    rows: z.array(
      z.object({
        at: z.iso.datetime(),
        /** The module's name. */
        entity: z.string(),
        id: recordId(),
        title: z.string(),
        action: z.string(),
        offline: z.boolean(),
      }),
    ),
  }),
})
