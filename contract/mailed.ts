import { dateTime, email, longText, maybe, text, type Fields } from './fields.ts'

/** What a record that is sent by mail keeps of that; only the server writes it. */
export const mailedFields = () => ({
  /** Where it is being sent, and where it went last. */
  mailingTo: email(),
  mailedTo: email(),
  mailedAt: dateTime(),
  /** Why it could not be sent. */
  mailTrouble: text(300),
})

/** It goes as a file; whether it has gone is written down once it has. One at a time. `more`: what else is to be said of it. */
export const mailMove = <const S extends string>(from: readonly S[], more: Fields = {}) => ({
  from,
  alone: true as const,
  when: ({ mailingTo }: Record<string, unknown>) => !mailingTo,
  args: { ...more, to: email(), message: maybe(longText(1_000)) },
})

/** What a record that was sent by mail, or is being sent, says of that. */
export type Mailed = {
  mailingTo: string | null
  mailedTo: string | null
  mailedAt: string | null
  mailTrouble: string | null
}
