import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Problem, problem, type ProblemBody } from '#contract/problem.ts'
import type { App } from '#server/lib/http.ts'
import { databaseProblem } from '#server/lib/outage.ts'

const noRoom = () =>
  problem('unavailable', 'The server has no room left to keep this. An administrator has to make some.', {
    retryAfter: 60,
  })

/** Errors of Fastify and the file system, in our words. */
const known: Record<string, () => Problem> = {
  FST_ERR_CTP_BODY_TOO_LARGE: () => problem('too-large', 'That is more than can be sent at once'),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () => problem('not-json', 'Only JSON is understood here'),
  FST_ERR_CTP_INVALID_JSON_BODY: () => problem('invalid', 'The body is not valid JSON'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () => problem('invalid', 'The request says another length than it has'),
  // The disk of the server.
  ENOSPC: noRoom,
  EDQUOT: noRoom,
  FST_ERR_HANDLER_TIMEOUT: () => problem('unavailable', 'That took too long. Please try again.', { retryAfter: 5 }),
  FST_ERR_BAD_URL: () => problem('invalid', 'The address is not valid'),
  FST_ERR_MAX_PARAM_LENGTH: () => problem('not-found', 'There is nothing here'),
  FST_ERR_NOT_FOUND: () => problem('not-found', 'There is nothing here'),
}

/** One shape for everything that is not a success; what is broken inside stays inside. */
export function errors(app: App) {
  app.setErrorHandler(answerError)
  app.setNotFoundHandler((request, reply) => answer(problem('not-found', 'There is nothing here'), request, reply))
}

export const answerError = (error: unknown, request: FastifyRequest, reply: FastifyReply) =>
  answer(toldOf(error, request), request, reply)

/** What is told of an error; what is broken inside is noted here. */
export function toldOf(error: unknown, request: FastifyRequest): Problem {
  const told = problemOf(error)
  if (told.code === 'broken') request.log.error({ err: error }, 'broken')
  else if (told.status >= 500) request.log.warn({ code: told.code, reason: (error as Error).message }, 'not now')
  return told
}

function answer(told: Problem, request: FastifyRequest, reply: FastifyReply) {
  const { code, message, details } = told
  const body: ProblemBody = { code, message, requestId: request.id, ...details }
  if (details.retryAfter !== undefined) reply.header('retry-after', Math.ceil(details.retryAfter))
  // An address like /assets/x.js may fail before its own headers are set; a failure is never worth keeping.
  return reply.code(told.status).header('cache-control', 'no-store').send(body)
}

function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error
  const { code = '', statusCode = 500 } = error as { code?: string; statusCode?: number }
  const mapped = known[code]?.() ?? databaseProblem(error)
  if (mapped) return mapped
  if (statusCode >= 400 && statusCode < 500) return problem('invalid', 'The request is not valid')
  return problem('broken', 'Something went wrong here. It has been noted; please try again.')
}

/** Answers requests that never became one: too slow, too big, not HTTP. */
export function answerBrokenClient(error: Error & { code?: string }, socket: Socket) {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const status = error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : error.code === 'HPE_HEADER_OVERFLOW' ? 431 : 400
  const body = JSON.stringify(
    status === 408
      ? { code: 'time-out', message: 'The request took too long to arrive' }
      : { code: 'invalid', message: 'The request is not valid' },
  )
  if (socket.writable)
    socket.write(
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nCache-Control: no-store\r\n` +
        `Content-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    )
  socket.destroy(error)
}
