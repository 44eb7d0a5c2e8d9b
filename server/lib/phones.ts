import { isSupportedCountry, parsePhoneNumberFromString, type PhoneNumber } from 'libphonenumber-js'

/** Digits of a number without the country's: fewer are an area's own, and nobody knows which area. */
const WHOLE = 9

/**
 * A number as people of that country mean it, in E.164, and its extension; null where it cannot be understood as a whole
 * number. Whether somebody really has it is not judged: new ranges come before any list knows them.
 */
export function phoneOf(typed: string, country: string): { number: string; ext: string | null } | null {
  const home = isSupportedCountry(country) ? country : undefined
  const found = parsePhoneNumberFromString(typed, home)
  if (!found) return null
  const meant = found.isValid() ? found : (behindZeros(typed, found) ?? found)
  const isWhole = typed.trim().startsWith('+') || meant.isValid() || meant.nationalNumber.length >= WHOLE
  return meant.isPossible() && isWhole ? { number: meant.number, ext: found.ext ?? null } : null
}

/** The country's number behind the zeros that are dialled before it: `091 98250 12345`. */
function behindZeros(typed: string, { countryCallingCode }: PhoneNumber): PhoneNumber | null {
  const digits = typed
    .replace(/ ext \d+$/, '')
    .replaceAll(/\D/g, '')
    .replace(/^0+/, '')
  const read = digits.startsWith(countryCallingCode) ? parsePhoneNumberFromString(`+${digits}`) : undefined
  return read?.isValid() ? read : null
}

/** The number alone, where it has no extension. */
export function e164(typed: string, country: string): string | null {
  const found = phoneOf(typed, country)
  return found && found.ext === null ? found.number : null
}
