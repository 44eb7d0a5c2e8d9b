import { gtinFits } from '../code-rules.ts'
import { fold } from '../fold.ts'

/** A bar code of goods, by its check digit; any other number of that length is none. */
const isOfGoods = (text: string): boolean => /^\d{12,13}$/.test(text) && gtinFits(text)

/** The twelve digits of an American bar code (UPC-A) and the same behind a nought (EAN-13) are one code: readers send either. */
export function codesLike(text: string): string[] {
  if (!isOfGoods(text)) return [text]
  if (text.length === 12) return [text, `0${text}`]
  return text.startsWith('0') ? [text, text.slice(1)] : [text]
}

/** What is the same of readings that are one. Signs count: SKUs and codes of parts keep theirs, serial numbers have `keyOf`. */
export const readingKey = (text: string): string => fold(codesLike(text).toSorted((a, b) => a.length - b.length)[0]!)
