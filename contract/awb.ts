import { cleanCode, plainDigits } from './clean.ts'

/** A parcel's number as it is compared: papers print it with blanks and hyphens, people type it with and without. */
export const awbKey = (awb: string): string =>
  plainDigits(cleanCode(awb))
    .replace(/[\s\-\u2012-\u2015\u2212]/g, '')
    .toUpperCase()

/** A spreadsheet keeps fifteen digits of a number: of what is longer, or written with an exponent, the end is lost. */
export const hasLostDigits = (awb: string): boolean => {
  const key = awbKey(awb)
  return /^\d{16,}$/.test(key) || /^\d+(?:[.,]\d+)?E\+?\d+$/.test(key)
}
