/** What stands between two parts of a GS1 code whose length is not known. */
export const GS = '\u001d'

/**
 * How much follows the first two digits of a part's number, where that is known. Numbers of three and four digits are no parts
 * that we look for; what they begin with says their length as well.
 */
const FIXED: Readonly<Record<string, number>> = {
  '00': 18,
  '01': 14,
  '02': 14,
  '03': 14,
  '04': 16,
  ...Object.fromEntries(['11', '12', '13', '14', '15', '16', '17', '18', '19'].map(day => [day, 6])),
  '20': 2,
  ...Object.fromEntries(['31', '32', '33', '34', '35', '36'].map(measure => [measure, 8])),
  '41': 14,
}
const SERIAL = '21'
const GOODS = '01'
const PARCEL = '00'

/**
 * The parts of a GS1 code, by the first two digits of their numbers; null where it is none. A part whose length is not known ends
 * with the sign for that, or with the code.
 */
export function readGs1(text: string): ReadonlyMap<string, string> | null {
  const parts = new Map<string, string>()
  let rest = text.startsWith(GS) ? text.slice(1) : text
  while (/^\d\d/.test(rest)) {
    const name = rest.slice(0, 2)
    const length = FIXED[name]
    const end = length === undefined ? rest.indexOf(GS) : 2 + length
    const value = rest.slice(2, end === -1 ? undefined : end)
    if (value === '' || (length !== undefined && !new RegExp(`^\\d{${length}}$`).test(value))) break
    parts.set(name, value)
    rest = end === -1 ? '' : rest.slice(end)
    if (rest.startsWith(GS)) rest = rest.slice(1)
  }
  return parts.size > 0 ? parts : null
}

/** What of it a record may be known by, the narrowest first. A number of goods is also written with fewer noughts before it. */
export function codesOfGs1(parts: ReadonlyMap<string, string>): string[] {
  const goods = parts.get(GOODS)
  return [
    parts.get(SERIAL),
    parts.get(PARCEL),
    ...(goods === undefined ? [] : [goods, ...(goods.startsWith('0') ? [goods.slice(1)] : [])]),
    ...(goods?.startsWith('00') ? [goods.slice(2)] : []),
  ].filter(code => code !== undefined)
}
