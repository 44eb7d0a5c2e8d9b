import type { FastifyRequest } from 'fastify'

/** The secret in `Authorization: Bearer …`, if it has the form of one of ours. */
export const bearerOf = (request: FastifyRequest): string | null =>
  /^Bearer ([\w-]{43})$/i.exec(request.headers.authorization ?? '')?.[1] ?? null
