import { cleanCode, plainDigits } from './clean.ts'

/** In digits of any script, with blanks between them or without: as couriers have it. One with letters is of another country. */
export function cleanPincode(text: string): string {
  const said = plainDigits(cleanCode(text)).trim()
  const digits = said.replaceAll(/[\s-]/g, '')
  return /^\d*$/.test(digits) ? digits : said
}

/** What is wrong with the PIN code of a house in India; null where nothing is. */
export function wrongPincode(text: string): 'digits' | 'nought' | null {
  const pincode = cleanPincode(text)
  if (!/^\d{6}$/.test(pincode)) return 'digits'
  return pincode.startsWith('0') ? 'nought' : null
}

/** May be asked of a courier: six digits in India, or what another country has. */
export const isPincode = (pincode: string): boolean =>
  /^\d*$/.test(pincode) ? wrongPincode(pincode) === null : /^[A-Za-z0-9][A-Za-z0-9 -]{1,11}$/.test(pincode)
