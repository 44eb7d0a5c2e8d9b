import type {
  FastifyBaseLogger,
  FastifyContextConfig,
  FastifyInstance,
  FastifySchema,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type { Actor } from '#contract/actor.ts'
import type { Holder } from '#contract/grants.ts'
import type { Register } from '#contract/module.ts'
import type { User } from '#contract/modules/access/user.ts'
import type { Database } from '#server/db/connect.ts'
import type { Env } from '#server/env.ts'

/** Our Fastify: routes are typed by their zod schemas. */
export type App = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  ZodTypeProvider
>

/** What routes work with. */
export type Services = { database: Database; register: Register; env: Env }

/** Pages that the server draws itself, which need not the app. */
export type Pages = (app: App) => void

/** A part of the API: adds its routes below the API prefix, and may answer pages that stand beside it. */
export type Routes = (api: App, services: Services) => void | Promise<void> | Pages

/** Who may call a route: holders of any of these permissions, every active user, or everybody. */
export type Rule = { may: readonly string[] | 'anyone'; public?: never } | { may?: never; public: true }

/** A route as it is served: to whom, and what it takes. */
export type Served = { method: string; url: string; config: FastifyContextConfig; schema: FastifySchema }

declare module 'fastify' {
  interface FastifyInstance {
    /** Every route, in the order in which they were added. */
    served: readonly Served[]
  }
  interface FastifyContextConfig {
    may?: readonly string[] | 'anyone'
    public?: true
    /** Also for people whose account still waits for approval, or who have to choose a password first. */
    pending?: true
    /** Takes a password that was typed a moment ago. */
    confirm?: true
    /** Asked by the app of its own accord: it keeps no session from idling out. */
    background?: true
    /** May take its time to arrive once it is known who sends it: a whole queue over a weak line. */
    slowBody?: true
    /** Answers rows of a list: given up when one statement would be, whatever it waits for. */
    listed?: true
    /** Answers each part of its body by itself, also what cannot be kept of it. */
    judgesParts?: true
    /** Answered even when the server sheds load. */
    essential?: true
    /** No part of the API, and counted as often as that is asked. */
    counted?: true
    /** Goes on as a WebSocket. */
    live?: true
  }
  interface FastifyRequest {
    /** Who is acting. Set on every route that is not public. */
    actor: Actor
    sessionId: string
    /** Until when a password that was typed a moment ago counts, in milliseconds since 1970; 0 for none. */
    confirmedUntil: number
    /** The signed-in person's row, as the session query read it. */
    person: Person
  }
}

/** A signed-in person, read anew with every request. */
export type Person = Holder &
  Pick<User, 'name' | 'username' | 'email' | 'avatar' | 'notificationPermission'> & {
    stage: 'pending' | 'active'
    /** Came in with a one-time password, and has chosen none yet. */
    mustChoose: boolean
  }
