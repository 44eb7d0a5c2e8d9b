import { cleanCode } from './clean.ts'
import { cleanOf, keyOf } from './codes.ts'

/** A parcel's number as it is compared: papers print it with blanks and hyphens, people type it with and without. */
export const awbKey = (awb: string): string => keyOf('awb', cleanOf('awb')(awb))

/** A spreadsheet keeps fifteen digits of a number: of what is longer, or written with an exponent, the end is lost. */
export const hasLostDigits = (awb: string): boolean => {
  const said = cleanCode(awb).replace(/[\s-]/g, '').toUpperCase()
  return /^\d{16,}$/.test(said) || /^\d+(?:[.,]\d+)?E\+?\d+$/.test(said)
}
