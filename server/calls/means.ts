import type { FastifyRequest } from 'fastify'
import type { Written } from '#server/crud/routes.ts'
import { audit, whereFrom } from '#server/lib/audit.ts'
import type { Services } from '#server/lib/http.ts'
import type { Mailer } from '#server/lib/mail.ts'
import type { Passwords } from '#server/lib/passwords.ts'
import { folded } from '#server/lib/people.ts'
import { placeOf } from '#server/lib/place.ts'
import { hashOf } from '#server/lib/secrets.ts'
import { perAccount, perAddress, type Counter } from '#server/lib/throttle.ts'

/** What the calls of accounts work with. */
export type Means = Services & { written: Written; passwords: Passwords; mailer: Mailer }

/** The names are hashed: what somebody typed as a username is not ours to keep. */
export const nameKey = (what: string, name: string) => `${what}:account:${hashOf(folded(name)).toString('base64url')}`

export const addressKey = (what: string, request: FastifyRequest) => `${what}:address:${placeOf(request.ip)}`

/** Guessing a secret of any kind from one address. */
export const addressCounter = (what: string, request: FastifyRequest): Counter => ({
  key: addressKey(what, request),
  limit: perAddress,
})

/** Somebody who is signed in types their password again. */
export const ownCounter = (userId: number): Counter => ({ key: `confirm:account:${userId}`, limit: perAccount })

/** A counter is used up: somebody guesses. */
export const alarm =
  ({ database }: Services, request: FastifyRequest, subject: string | null = null) =>
  (key: string) =>
    audit(database.pool, {
      kind: 'guessing',
      subject,
      ...whereFrom(request),
      details: { counter: key.split(':').slice(0, 2).join(':') },
    })
