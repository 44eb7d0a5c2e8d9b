import { SILENCE } from './burst.ts'

/** Keys that follow each other without a silence, and what they write. */
export type Run = { keys: number; first: number; last: number; longest: number; text: string }
export const noRun: Run = { keys: 0, first: 0, last: Number.NEGATIVE_INFINITY, longest: 0, text: '' }

const FEWEST = 3
/** What nobody types by chance: so many signs are a scan also where nothing ends it. */
export const WITHOUT_END = 6

/** People roll over short words: the fewer keys there are, the faster each of them has to be. In milliseconds. */
const SHORT = { below: 5, longest: 35 }
const LONGEST = 50
/** A gun without a wire stumbles now and then, but not over the whole of a code. */
const UNEVEN = { fewest: 8, average: 25 }

/** The run with one more sign. What follows a scan that has ended is a run of its own. */
export const longer = (run: Run, at: number, sign: string): Run =>
  at - run.last > SILENCE || run.text === ''
    ? { keys: 1, first: at, last: at, longest: 0, text: sign }
    : { ...run, keys: run.keys + 1, last: at, longest: Math.max(run.longest, at - run.last), text: run.text + sign }

/** Outside of fields any keys without a silence are one code. */
export const isRun = ({ keys, last }: Run, at: number): boolean => keys >= FEWEST && at - last <= SILENCE

/** Beyond doubt, as a field gives it up again. `at` is when its end comes, which follows as fast as its signs. */
export function isScan(run: Run, at: number): boolean {
  if (!isRun(run, at)) return false
  const { keys, first, last } = run
  const longest = Math.max(run.longest, at - last)
  if (longest <= (keys < SHORT.below ? SHORT.longest : LONGEST)) return true
  return keys >= UNEVEN.fewest && (last - first) / (keys - 1) <= UNEVEN.average
}
