import type { FastifyRequest } from 'fastify'
import type { Env } from '#server/env.ts'
import { isLoopback } from './loopback.ts'

/** Where the app is for people, asked by somebody who is signed in: their browser names the place it has the app from. */
export const originOf = (env: Env, request: FastifyRequest): string =>
  env.publicUrl ?? `${request.protocol}://${request.host}`

/**
 * The same, asked by anybody: a stranger could name a place of theirs, and a mail would lead somebody else there. Null
 * where the installation does not say it.
 */
export const safeOriginOf = (env: Env, request: FastifyRequest): string | null =>
  env.publicUrl ?? (isLoopback(request.ip) && isLoopback(request.hostname) ? originOf(env, request) : null)
