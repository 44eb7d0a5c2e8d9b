import {
  offsetOf,
  writeValue,
  type Finder,
  type Names,
  type Readers,
  type SaidField,
  type Writers,
} from '#contract/value-text.ts'
import { decimalsOf, houseNow, onTheWall, today } from '#src/lib/format.ts'
import { parseDate } from '#src/lib/parse-date.ts'
import { parseMoment } from '#src/lib/parse-moment.ts'
import { parseMoney, parseNumber } from '#src/lib/parse-number.ts'

export const nothingLooked: Finder = () => null

/** Cells as the house and the language of the screen mean them. */
export const readersHere = (find: Finder): Readers => ({
  find,
  day: text => parseDate(text, today()),
  moment: (text, byEndOfDay) => parseMoment(text, byEndOfDay),
  number: parseNumber,
  money: text => parseMoney(text),
})

/** Values as the house writes them. */
export const writersHere = (names: Names): Writers => ({
  names,
  decimals: decimalsOf(houseNow().currency),
  offset: offsetOf(onTheWall),
})

/** One value as one text. */
export const writeHere = (field: SaidField, value: unknown, names: Names): string =>
  writeValue(field, value, writersHere(names))
