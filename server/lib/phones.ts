import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js'

/**
 * The number in E.164 as people of that country mean it; null where it cannot be understood as a number that could be.
 * Whether somebody really has it is not judged: new ranges come before any list knows them.
 */
export function e164(typed: string, country: string): string | null {
  const found = parsePhoneNumberFromString(typed, isSupportedCountry(country) ? country : undefined)
  return found?.isPossible() && !found.ext ? found.number : null
}
