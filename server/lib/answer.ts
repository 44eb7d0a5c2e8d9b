import type { FastifyContextConfig, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { AnswerOf, Call } from '#contract/call.ts'
import type { App } from './http.ts'

type Extra = Pick<FastifyContextConfig, 'essential' | 'pending' | 'background' | 'slowBody' | 'judgesParts'> & {
  /** What is read at most, in bytes, where it is more than usual. */
  bodyLimit?: number
}

/** Serves a declared call: its path, rule and schemas are read from the contract, the answer is ours. */
export function answer<C extends Call>(
  api: App,
  call: C,
  reply: (input: z.output<C['input']>, request: FastifyRequest) => Promise<AnswerOf<C>>,
  { bodyLimit, ...extra }: Extra = {},
): void {
  const rule = call.may === 'public' ? { public: true as const } : { may: call.may }
  const confirm = call.confirm ? { confirm: true as const } : {}
  const asked = call.method === 'GET' ? 'query' : 'body'
  api.route({
    method: call.method,
    url: call.path,
    config: { ...rule, ...confirm, ...extra },
    ...(bodyLimit === undefined ? {} : { bodyLimit }),
    schema: { [call.method === 'GET' ? 'querystring' : 'body']: call.input, response: { 200: call.output } },
    handler: request => reply(request[asked] as z.output<C['input']>, request),
  })
}
