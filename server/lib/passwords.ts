import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { problem } from '#contract/problem.ts'
import { cost } from './password-cost.ts'
import { queue } from './queue.ts'
import type { Run } from './transaction.ts'

const form = `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$`

/** The same characters may be typed in two ways; otherwise a password is taken as it is. */
export const typed = (password: string) => password.normalize('NFC')

export const hashPassword = (password: string): Promise<string> => hash(typed(password), cost)

/** Lies in a table of its own, so that no history of a person ever holds it. */
export const storePassword = (run: Run, userId: number, hash: string) => store(run, userId, hash, false)

/** One that was printed, and so was read by others: its person has to choose another before anything else. */
export const storeOneTimePassword = (run: Run, userId: number, hash: string) => store(run, userId, hash, true)

const store = (run: Run, userId: number, hash: string, oneTime: boolean) =>
  run(
    `insert into user_password (user_id, hash, one_time) values ($1, $2, $3)
     on conflict (user_id) do update set hash = excluded.hash, one_time = excluded.one_time, changed_at = now()`,
    [userId, hash, oneTime],
  )

export type Verify = (stored: string, password: string) => Promise<boolean>
export type Passwords = {
  /** Is it the password? Without a stored hash it takes as long and answers no. */
  matches(stored: string | null, password: string): Promise<boolean>
  hash(password: string): Promise<string>
  /** Was it made with other costs than today's? Then it is made anew when its person comes. */
  isDated(stored: string): boolean
}

/** A flood of sign-ins must not take the whole machine: two at a time, and one core is left where there are several. */
const fewAtOnce = Math.max(1, Math.min(2, availableParallelism() - 1))

/** Judges and hashes passwords, a few at once and twenty in line. */
export function passwords(verifyOne: Verify = verify, atOnce = fewAtOnce): Passwords {
  const line = queue({ atOnce, waiting: 20 })
  let dummy: Promise<string> | undefined

  const inLine = async <T>(work: () => Promise<T>): Promise<T> => {
    const turn = line(work)
    if (!turn) throw problem('busy', 'Many people are signing in. Please try again in a moment.', { retryAfter: 2 })
    return await turn
  }

  return {
    matches: (stored, password) =>
      inLine(async () => {
        const against = stored ?? (await (dummy ??= hashPassword(randomBytes(32).toString('hex'))))
        return (await verifyOne(against, typed(password))) && stored !== null
      }),
    hash: password => inLine(() => hashPassword(password)),
    isDated: stored => !stored.startsWith(form),
  }
}
