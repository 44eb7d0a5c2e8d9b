import type { Written } from '#server/crud/routes.ts'
import { daily } from '#server/lib/daily.ts'
import type { App, Services } from '#server/lib/http.ts'
import { openMail } from '#server/lib/mail.ts'
import type { Passwords } from '#server/lib/passwords.ts'
import { addressChangeLetters } from './address-changes.ts'
import { deedRoutes } from './deeds.ts'
import { forgotPasswordRoutes } from './forgot-password.ts'
import { linkRoutes } from './links.ts'
import { mailRoutes } from './mail.ts'
import type { Means } from './means.ts'
import { passwordRoutes } from './password.ts'
import { profileRoutes } from './profile.ts'
import { sessionListRoutes } from './sessions.ts'
import { sessionRoutes } from './session.ts'
import { signUpRoutes } from './sign-up.ts'
import { tidyAccounts } from './tidy.ts'

/** Everything about accounts: how people come in, what they know of themselves, who lets them in. */
export function accountRoutes(api: App, services: Services, written: Written, passwords: Passwords): void {
  const { pool } = services.database
  const mailer = openMail(pool, error => api.log.warn({ err: error }, 'not done after the answer'))
  const means: Means = { ...services, written, passwords, mailer }
  addressChangeLetters(api, means)
  sessionRoutes(api, { ...means, database: { ...services.database, ...services.database.kept.session } })
  signUpRoutes(api, means)
  passwordRoutes(api, means)
  forgotPasswordRoutes(api, means)
  sessionListRoutes(api, means)
  linkRoutes(api, means)
  profileRoutes(api, means)
  deedRoutes(api, means)
  mailRoutes(api, means)

  const keepTidy = () =>
    tidyAccounts(pool, written.writer.now()).catch((error: unknown) => api.log.warn({ err: error }, 'not tidied'))
  const stop = daily(() => void keepTidy())
  api.addHook('onClose', async () => {
    stop()
    await mailer.settled()
  })
}
