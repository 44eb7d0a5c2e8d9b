/** The ways things go wrong, and the HTTP status each has. One table for server and client. */
export const problemStatus = {
  invalid: 400,
  'signed-out': 401,
  forbidden: 403,
  'not-yours': 403,
  pending: 403,
  'confirm-needed': 403,
  'not-found': 404,
  'no-access': 404,
  'time-out': 408,
  'changed-meanwhile': 409,
  'too-large': 413,
  'not-json': 415,
  'not-now': 422,
  'key-reuse': 422,
  'unknown-op': 422,
  'id-not-leased': 422,
  'expired-unknown': 422,
  'build-too-old': 426,
  'base-missing': 428,
  'too-many': 429,
  broken: 500,
  busy: 503,
  unavailable: 503,
} as const

export type ProblemCode = keyof typeof problemStatus

/** Who wrote something, and when; nobody where it was written beside the application. */
export type Touch = { by: number | null; byName?: string | null; at: string }

/** Of a record that was somebody's: what it was called when they had it, who has it now (`by`), and since when. */
export type PassedOn = Touch & { title: string }

export type ProblemDetails = {
  /** What to say beside each field, by field name; lines as `lines.3.qty`. */
  fields?: Record<string, string>
  /** The record as it is now, where somebody else was faster. */
  row?: Record<string, unknown>
  /** The fields that a person has to decide. */
  asks?: string[]
  /** Who wrote what the record has in those fields now. */
  theirs?: Record<string, Touch>
  /** Somebody deleted the record: who, and as it was. */
  gone?: Touch & { row: Record<string, unknown> }
  /** The record was passed on. */
  passed?: PassedOn
  /** Seconds to wait before trying again. */
  retryAfter?: number
}

/** Something that went wrong in a way the caller can be told about. */
export class Problem extends Error {
  readonly code: ProblemCode
  readonly details: ProblemDetails

  constructor(code: ProblemCode, message: string, details: ProblemDetails = {}) {
    super(message)
    this.name = 'Problem'
    this.code = code
    this.details = details
  }

  get status(): number {
    return problemStatus[this.code]
  }
}

export const problem = (code: ProblemCode, message: string, details?: ProblemDetails) =>
  new Problem(code, message, details)

/** The body of every answer that is not a success. */
export type ProblemBody = { code: ProblemCode; message: string; requestId: string } & ProblemDetails
