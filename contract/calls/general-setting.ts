import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { generalSetting } from '../modules/access/general-setting.ts'
import { nothing } from '../nothing.ts'
import { permissions } from '../rules.ts'

const may = permissions(generalSetting, 'edit')

/** Is there a password for the mail server? The password itself is never answered. */
export const mailStateCall = defineCall({
  method: 'GET',
  path: '/mail/state',
  may,
  input: z.strictObject({}),
  output: z.object({ configured: z.boolean(), hasPassword: z.boolean() }),
})

/** Sets the password of the mail server, or takes it away. */
export const mailPasswordCall = defineCall({
  method: 'POST',
  path: '/mail/password',
  may,
  confirm: true,
  input: z.strictObject({ password: z.nullable(z.string().check(z.minLength(1), z.maxLength(500))) }),
  output: nothing(),
})

/** Sends a mail to the asker with the settings that are saved. Answers what the mail server said where it failed. */
export const tryMailCall = defineCall({
  method: 'POST',
  path: '/mail/try',
  may,
  input: z.strictObject({}),
  output: z.object({ sentTo: z.nullable(z.string()), trouble: z.nullable(z.string()) }),
})
