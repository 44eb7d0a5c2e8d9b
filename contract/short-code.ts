/**
 * The code that stands on labels for a record: `<origin>/s/<code>`. Its last sign is a check digit: a single wrong sign, or any
 * two that have changed places, make a code that is none.
 */

/** A prime number of signs, so that a check digit sees every mistake. Without those that are taken for each other (I, L, O, U, V). */
const SIGNS = '0123456789ABCDEFGHJKMNPQRSTWXYZ'
const BASE = SIGNS.length
/** Its powers are all different below the 30th: no two places of a code weigh the same. */
const WEIGHT = 3
/** Places of the module's number. */
const OF_MODULE = 2
const CODE = new RegExp(`^[${SIGNS}]{${OF_MODULE + 2},14}$`)

const places = (text: string) => Array.from(text, sign => SIGNS.indexOf(sign))

function written(value: number, length = 1): string {
  let text = ''
  for (let rest = value; rest > 0; rest = Math.floor(rest / BASE)) text = SIGNS[rest % BASE]! + text
  return text.padStart(length, '0')
}

const read = (text: string) => places(text).reduce((value, place) => value * BASE + place, 0)

/** From the end, as the check digit stands first there. */
function weighed(text: string): number {
  let weight = 1
  let sum = 0
  for (const place of places(text).toReversed()) {
    sum = (sum + place * weight) % BASE
    weight = (weight * WEIGHT) % BASE
  }
  return sum
}

/** `code`: the number of the module in the table of rights. */
export function shortCode({ code }: { code: number }, id: number): string {
  const body = written(code, OF_MODULE) + written(id)
  return body + SIGNS[(BASE - weighed(`${body}0`)) % BASE]!
}

export type ShortCoded = { code: number; id: number }

/** What a code, or an address that ends with one, stands for; null for what is none. Small letters are as good. */
export function readShortCode(text: string): ShortCoded | null {
  const said = (/(?:^|\/s\/)([^/?#\s]+)\s*$/.exec(text.trim())?.[1] ?? '').toUpperCase()
  if (!CODE.test(said) || weighed(said) !== 0) return null
  const id = said.slice(OF_MODULE, -1)
  const value = read(id)
  if (id.startsWith('0') || !Number.isSafeInteger(value)) return null
  return { code: read(said.slice(0, OF_MODULE)), id: value }
}
