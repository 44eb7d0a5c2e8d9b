import type * as z from 'zod/mini'

/** A question or command that is no plain record: signing in, a report, a scan. Path is below the API prefix. */
export type Call = {
  method: 'GET' | 'POST'
  path: string
  /** Permissions, any of which will do; 'anyone' is every signed-in user, 'public' needs no session. */
  may: readonly string[] | 'anyone' | 'public'
  /** Takes a password that was typed a moment ago; else it is refused with `confirm-needed`. */
  confirm?: true
  /** What is asked: the query of a GET, the body of a POST. */
  input: z.ZodMiniType
  output: z.ZodMiniType
}

// Pages that need one call of a file need not carry the others.
/* @__NO_SIDE_EFFECTS__ */
export const defineCall = <const C extends Call>(call: C) => call

/** What the caller hands over, before defaults. */
export type AskOf<C extends Call> = z.input<C['input']>
export type AnswerOf<C extends Call> = z.output<C['output']>
