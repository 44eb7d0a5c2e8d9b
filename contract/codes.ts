import { cleanCode } from './clean.ts'

// How codes are made clean, and what makes two of them the same. When one is wrong for sure stands in code-rules.ts.

export type CodeKind = 'gstin' | 'hsn' | 'pincode' | 'barcode' | 'serial' | 'awb' | 'referral'

/** Without blanks and the signs that part it, in capitals: 'aj22025-102479' and 'AJ22025 102479' are one code. */
export const codeKey = (code: string): string => code.replace(/[ -/:-@[-`{-~]/g, '').toUpperCase() || code

/** The lengths of GTINs: 8, 12, 13 and 14 digits. */
export const isGtin = (key: string): boolean => /^(?:\d{8}|\d{12,14})$/.test(key)

/** Two of a kind with the same key are the same code. A bar code of 12 digits and one of 13 with a nought before are one. */
export function keyOf(kind: CodeKind, code: string): string {
  const key = codeKey(code)
  return kind === 'barcode' && isGtin(key) ? key.padStart(14, '0') : key
}

/** Which codes are digits with signs between them. Anything else stays as it was typed: codes from elsewhere have other forms. */
const bare: Partial<Record<CodeKind, RegExp>> = {
  gstin: /^\d\d[0-9A-Z]{13}$/,
  hsn: /^\d+$/,
  pincode: /^[1-9]\d{5}$/,
  barcode: /^(?:\d{8}|\d{12,14})$/,
}

export const cleanOf =
  (kind: CodeKind) =>
  (text: string): string => {
    const clean = cleanCode(text)
    const key = codeKey(clean)
    return bare[kind]?.test(key) ? key : clean
  }
