/**
 * Scan guns are keyboards: a label arrives as a burst of keys that ends with Enter. No such burst may ever press,
 * submit or trigger anything; people do not type like that.
 */

/** Keys further apart than this do not belong together, in milliseconds. */
export const SILENCE = 100
const FEWEST = 3
/** No typist is that fast over three keys and more. */
const AVERAGE = 35

let keys = 0
let first = 0
let last = Number.NEGATIVE_INFINITY

/** Notes a key that writes a character. `at` is the event's own time. */
export function noteKey(at: number) {
  if (at - last > SILENCE) {
    keys = 0
    first = at
  }
  keys += 1
  last = at
}

/** Was there no key for a while? Asked before the key is noted. */
export const isQuiet = (at: number): boolean => at - last >= SILENCE

/** Is this moment the middle or the end of a scan? */
export const isBurst = (at: number): boolean =>
  keys >= FEWEST && at - last <= SILENCE && (last - first) / (keys - 1) <= AVERAGE

/** For tests: nothing was ever typed. */
export function forgetKeys() {
  keys = 0
  last = Number.NEGATIVE_INFINITY
}
