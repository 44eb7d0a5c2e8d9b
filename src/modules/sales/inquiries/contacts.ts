import type { Contact } from '#contract/modules/sales/inquiry.ts'
import { serverNow } from '#src/lib/clock.ts'
import { momentOf, today } from '#src/lib/format.ts'

/** What a move says in the log of contacts. */
export const outcomeOfMove = {
  noAnswer: 'noAnswer',
  callBack: 'callBack',
  interest: 'interested',
  giveUp: 'dead',
  reopen: 'reopened',
} as const satisfies Record<string, Contact['outcome']>

export type ContactMove = keyof typeof outcomeOfMove

/** The id of the line that is being said, as long as it has none of its own. */
export const SAID = 1

/** The line that a contact adds to the log, as far as it is said by now. */
export function contactLine(move: ContactMove, { contactLog }: Record<string, unknown>): Contact {
  const [said] = (contactLog ?? []) as Contact[]
  return { id: SAID, mode: 'call', note: null, at: null, by: null, ...said, outcome: outcomeOfMove[move] }
}

const DAY = 86_400_000

/** Ten in the morning of the house, so many days from today. */
export const inDays = (days: number): string | null =>
  momentOf(today(new Date(serverNow() + days * DAY)), '10:00')?.toISOString() ?? null

/** When somebody is contacted again, as long as nobody says otherwise. */
export const soonest = (move: ContactMove): string | null => inDays(move === 'interest' ? 3 : 1)
