import { isUnreachable } from '#src/offline/api.ts'

/** The server's message, else the error's own text, else that it did not work. */
export const wordsFor = (error: unknown, unable: string, unreachable: string): string => {
  if (isUnreachable(error)) return error.said ?? unreachable
  return (error instanceof Error && error.message) || unable
}

/** What the server said beside each field, where it did. */
export const fieldsOf = (error: unknown): Record<string, string> =>
  (error as { details?: { fields?: Record<string, string> } } | null)?.details?.fields ?? {}
