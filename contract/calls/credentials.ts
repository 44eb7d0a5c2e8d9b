import * as z from 'zod/mini'
import { cleanText } from '../clean.ts'

/** What somebody signs in with. */
export const signInName = z.string().check(z.overwrite(cleanText), z.minLength(1), z.maxLength(254))

export const PASSWORD_MIN = 12
export const PASSWORD_MAX = 128
/** Any characters; what is too easily guessed is refused by the server with its reason. */
export const newPassword = z.string().check(z.minLength(PASSWORD_MIN), z.maxLength(PASSWORD_MAX))
