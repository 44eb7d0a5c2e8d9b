import type {
  FastifyBaseLogger,
  FastifyInstance,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type { Actor } from '#contract/actor.ts'
import type { Register } from '#contract/module.ts'
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

/** A part of the API: adds its routes below the API prefix. */
export type Routes = (api: App, services: Services) => void | Promise<void>

/** Who may call a route: holders of any of these permissions, every active user, or everybody. */
export type Rule = { may: readonly string[] | 'anyone'; public?: never } | { may?: never; public: true }

declare module 'fastify' {
  interface FastifyContextConfig {
    may?: readonly string[] | 'anyone'
    public?: true
    /** Also for people whose account still waits for approval. */
    pending?: true
    /** Answered even when the server sheds load. */
    essential?: true
  }
  interface FastifyRequest {
    /** Who is acting. Set on every route that is not public. */
    actor: Actor
    sessionId: string
    /** The signed-in person's row, as the session query read it. */
    person: Person
  }
}

/** A signed-in person, read anew with every request. */
export type Person = {
  id: number
  name: string
  username: string
  email: string
  avatar: string
  branch: number | null
  state: 'pending' | 'active'
  notificationPermission: (string | number)[]
  statusPermission: number[] | 'all'
}
