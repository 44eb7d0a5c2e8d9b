import { cleanCode } from './clean.ts'
import { codeFault } from './code-rules.ts'
import { codeKey } from './codes.ts'

/** In digits of any script, with blanks between them or without: as couriers have it. One with letters is of another country. */
export function cleanPincode(text: string): string {
  const said = cleanCode(text)
  const digits = codeKey(said)
  return /^\d*$/.test(digits) ? digits : said
}

/** May be asked of a courier: six digits in India, or what another country has. */
export const isPincode = (pincode: string): boolean =>
  /^\d*$/.test(pincode)
    ? codeFault('pincode', pincode, true) === null
    : /^[A-Za-z0-9][A-Za-z0-9 -]{1,11}$/.test(pincode)
