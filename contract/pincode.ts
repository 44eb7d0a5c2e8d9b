import { cleanCode, plainDigits } from './clean.ts'

/** A PIN code as it is kept: six digits, whatever stands between them on paper. What is none stays as it was typed. */
export function pincodeOf(text: string): string {
  const bare = plainDigits(cleanCode(text)).replace(/[\s-]/g, '')
  return /^\d+$/.test(bare) ? bare : text
}

/** Why it is no PIN code of India; null where it is one. */
export function againstPincode(text: string): string | null {
  const bare = pincodeOf(text)
  if (!/^\d{6}$/.test(bare)) return 'A PIN code has six digits.'
  return bare.startsWith('0') ? 'No PIN code begins with 0.' : null
}
