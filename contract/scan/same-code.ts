import { fold } from '../fold.ts'

/** A bar code of goods: the last digit follows from those before it, which weigh 3 and 1 in turn. */
function isOfGoods(text: string): boolean {
  if (!/^\d{12,13}$/.test(text)) return false
  const sum = Array.from(text)
    .toReversed()
    .reduce((sum, digit, at) => sum + Number(digit) * (at % 2 === 0 ? 1 : 3), 0)
  return sum % 10 === 0
}

/** The twelve digits of an American bar code (UPC-A) and the same behind a nought (EAN-13) are one code: readers send either. */
export function codesLike(text: string): string[] {
  if (!isOfGoods(text)) return [text]
  if (text.length === 12) return [text, `0${text}`]
  return text.startsWith('0') ? [text, text.slice(1)] : [text]
}

/** What is the same of codes that are one. */
export const codeKey = (text: string): string => fold(codesLike(text).toSorted((a, b) => a.length - b.length)[0]!)
