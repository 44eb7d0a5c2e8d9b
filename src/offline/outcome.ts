import type { Row } from '#contract/module.ts'
import type { Touch } from '#contract/problem.ts'

/** How a wish ended, as screens see it. */
export type Outcome<R = Row> =
  | { state: 'saved'; row: R }
  /**
   * Kept on this device and sent when the server can be reached. The record as it is shown here until then. `held`: not before
   * its person has decided in the outbox about something that was not accepted, or met what somebody else wrote.
   */
  | { state: 'waiting'; mid: string; row: R | null; held?: true }
  | ({ state: 'refused'; code: string; message: string; fields?: Record<string, string> } & Stays)
  /** Somebody else changed the same fields: the record as it is now, the fields to decide, and who wrote them. */
  | ({ state: 'conflict'; row: R; asks: string[]; theirs?: Record<string, Touch> } & Stays)

/** Nobody was there any more to be told: it stays in the outbox, which tells of it. */
type Stays = { inOutbox?: true }

export const refused = (code: string, message = '', fields?: Record<string, string>): Outcome<never> => ({
  state: 'refused',
  code,
  message,
  ...(fields ? { fields } : {}),
})
