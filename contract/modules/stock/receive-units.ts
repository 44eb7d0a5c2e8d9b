import { cleanCode, plainDigits } from '../../clean.ts'
import { fold } from '../../fold.ts'

/** So many devices are received at once at most: more are another delivery. */
export const MOST_RECEIVED = 300

/** Where new devices go. */
export const receivePlaces = ['inStock', 'quarantine'] as const
export type ReceivePlace = (typeof receivePlaces)[number]

/** Why two serial numbers are not the first and the last of a row. */
export type NoRange = 'noDigits' | 'otherBegin' | 'otherLength' | 'backwards' | 'tooMany'
export type SerialRange = { is: 'range'; serials: readonly string[] } | { is: NoRange; count: number }

const clean = (serial: string) => plainDigits(cleanCode(serial)).trim()
const ENDS_IN_DIGITS = /^(.*?)(\d+)$/

/** All serial numbers from the first to the last: they begin alike, and the digits at their ends are counted up. */
export function serialRange(from: string, to: string): SerialRange {
  const [first, last] = [ENDS_IN_DIGITS.exec(clean(from)), ENDS_IN_DIGITS.exec(clean(to))]
  const no = (is: NoRange, count = 0): SerialRange => ({ is, count })
  if (!first || !last) return no('noDigits')
  const [, begin = '', low = ''] = first
  const [, end = '', high = ''] = last
  if (fold(begin) !== fold(end)) return no('otherBegin')
  // Noughts before digits are part of them: without any, 9 is followed by 10.
  if (low.length !== high.length && (low.startsWith('0') || high.startsWith('0'))) return no('otherLength')
  const count = Number(BigInt(high) - BigInt(low)) + 1
  if (count < 1) return no('backwards')
  if (count > MOST_RECEIVED) return no('tooMany', count)
  const serialAt = (_: unknown, at: number) => begin + String(BigInt(low) + BigInt(at)).padStart(low.length, '0')
  return { is: 'range', serials: Array.from({ length: count }, serialAt) }
}
