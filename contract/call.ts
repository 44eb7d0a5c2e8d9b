import type { z } from 'zod'

/** A question or command that is no plain record: signing in, a report, a scan. Path is below the API prefix. */
export type Call = {
  name: string
  method: 'GET' | 'POST'
  path: string
  /** Permissions, any of which will do; 'anyone' is every signed-in user, 'public' needs no session. */
  may: readonly string[] | 'anyone' | 'public'
  input: z.ZodType
  output: z.ZodType
}

export const defineCall = <const C extends Call>(call: C) => call
