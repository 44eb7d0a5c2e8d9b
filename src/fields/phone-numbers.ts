import { parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js/min'

/** How a number is understood that somebody in this country typed. Null: as none. */
export function understandPhone(text: string, country: string): { international: string; valid: boolean } | null {
  const number = parsePhoneNumberFromString(text, country as CountryCode)
  return number ? { international: number.formatInternational(), valid: number.isValid() } : null
}
