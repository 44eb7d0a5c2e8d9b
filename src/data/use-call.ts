import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { AnswerOf, AskOf, Call } from '#contract/call.ts'
import { Problem } from '#contract/problem.ts'
import { ask } from '#src/offline/ask.ts'
import { withConfirmed } from '#src/session/confirm.ts'
import { failureOf, type Failure } from './words.ts'

/** Why a call came to nothing; `fields` where the server said it of single fields. */
export type CallFailure = Failure & { fields?: Record<string, string> }
export type Called<C extends Call> = { answer: AnswerOf<C> } | { failure: CallFailure }

export const failedCall = (error: unknown): { failure: CallFailure } => {
  const fields = error instanceof Problem ? error.details.fields : undefined
  return { failure: { ...failureOf(error)!, ...(fields ? { fields } : {}) } }
}

const lacksPassword = (called: object) =>
  'failure' in called && (called.failure as CallFailure).code === 'confirm-needed'

/**
 * Makes a call that does something. It never throws for what a server or a network can do; where the server wants the
 * password once more, the person is asked for it.
 */
export function useCall<C extends Call>(call: C) {
  const make = async (input: AskOf<C>): Promise<Called<C>> => {
    try {
      return { answer: await ask(call, input) }
    } catch (error) {
      return failedCall(error)
    }
  }
  return (input: AskOf<C>): Promise<Called<C>> => withConfirmed(() => make(input), lacksPassword)
}

export type Asked<C extends Call> = {
  answer: AnswerOf<C> | undefined
  loading: boolean
  error: Failure | null
  /** Asks again; resolves when the answer is there. */
  refresh: () => Promise<void>
}

/** What a question is answered with now. It is asked again when the page is looked at again, and after a refresh. */
export function useAsked<C extends Call>(call: C, input: AskOf<C>, { enabled = true } = {}): Asked<C> {
  const queries = useQueryClient()
  const queryKey = ['call', call.path, input]
  const query = useQuery({ queryKey, queryFn: ({ signal }) => ask(call, input, { signal }), enabled })
  return {
    answer: query.data,
    loading: enabled && query.isPending,
    error: failureOf(query.error),
    refresh: () => queries.invalidateQueries({ queryKey }),
  }
}
