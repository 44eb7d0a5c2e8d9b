import { Problem, type ProblemCode } from '#contract/problem.ts'

/**
 * The server gave no answer, or somebody between answered in its place: `said` are their words. Whether it did the work is
 * unknown.
 */
export type Unreachable = Error & { code: 'unreachable'; retryAfter?: number; said?: string }

export const isUnreachable = (error: unknown): error is Unreachable =>
  error instanceof Error && (error as Partial<Unreachable>).code === 'unreachable'

/** The code of anything that callApi throws. */
export const codeOf = (error: unknown): ProblemCode | 'unreachable' | undefined =>
  error instanceof Problem || isUnreachable(error) ? error.code : undefined

export const unreachable = (cause: unknown): Unreachable =>
  Object.assign(new Error(cause instanceof Error ? cause.message : 'No answer', { cause }), {
    code: 'unreachable' as const,
    ...(cause instanceof GatewayError && cause.message !== '' ? { said: cause.message } : {}),
    ...(cause instanceof GatewayError && cause.retryAfter > 0 ? { retryAfter: cause.retryAfter } : {}),
  })

/** A gateway says that it got nothing from the server. Whether the server got something is unknown. */
export class GatewayError extends Error {
  readonly retryAfter: number
  constructor(message: string, retryAfter: number) {
    super(message)
    this.retryAfter = retryAfter
  }
}

/** How long whoever answered asked to be left alone, in seconds. */
export const retryAfterOf = (error: unknown): number =>
  (error instanceof Problem ? error.details.retryAfter : isUnreachable(error) ? error.retryAfter : 0) ?? 0

/** Can nobody answer a question now? What this device keeps is better than nothing then. */
export const isUnanswered = (error: unknown): boolean => unanswered.includes((error as { code?: unknown } | null)?.code)
const unanswered: unknown[] = ['unreachable', 'unavailable', 'busy', 'time-out']
