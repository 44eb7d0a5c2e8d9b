/** What stands between two parts of a GS1 code whose length is not known. */
export const GS = '\u001d'

/** The lengths of the parts whose length is known, by their number. */
const FIXED: Readonly<Record<string, number>> = {
  '00': 18,
  '01': 14,
  '02': 14,
  '11': 6,
  '13': 6,
  '15': 6,
  '17': 6,
  '20': 2,
}
const SERIAL = '21'
const BATCH = '10'
const GOODS = '01'
const PARCEL = '00'

/**
 * The parts of a GS1 code, by their numbers; null where it is none. Reading stops at a part that is not known: nobody can tell
 * where the next one begins.
 */
export function readGs1(text: string): ReadonlyMap<string, string> | null {
  const parts = new Map<string, string>()
  let rest = text.startsWith(GS) ? text.slice(1) : text
  while (rest !== '') {
    const name = rest.slice(0, 2)
    const length = FIXED[name]
    if (length === undefined && ![SERIAL, BATCH].includes(name)) break
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
