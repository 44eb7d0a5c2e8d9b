import type { AnswerOf, AskOf, Call } from '#contract/call.ts'
import { callApi, type CallOptions, type Reads } from './api.ts'

/** Asks the server a declared call; the answer is checked against the declaration. Throws as callApi does. */
export async function ask<C extends Call>(
  call: C,
  input: AskOf<C>,
  options: Pick<CallOptions, 'signal'> = {},
): Promise<AnswerOf<C>> {
  const asked = call.method === 'GET' ? { search: given(input) } : { json: input }
  return callApi(call.method, call.path, { ...asked, ...options, as: call.output as Reads<AnswerOf<C>> })
}

/** A query says nothing of what is not there. */
const given = (input: unknown) =>
  Object.fromEntries(Object.entries(input as object).filter(([, value]) => value !== undefined)) as NonNullable<
    CallOptions['search']
  >
