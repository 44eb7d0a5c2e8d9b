import { isUnseen, UNSEEN, withoutUnseen } from './unseen.ts'

// What people paste brings signs along that nobody sees: spaces without width, marks for the direction of writing, fillers. Inside of
// a text some of them have a meaning (they join letters and emojis); at its ends none has.

const atEnd = new RegExp(`[\\s${UNSEEN}]`)
/** A hyphen by another name; the longer dashes are other signs. */
const hyphens = /[\u2010\u2011]/g

/** A text without what nobody sees at its ends: one of nothing else is empty. */
export const cleanText = (text: string): string => (isUnseen(text) ? '' : withoutEnds(text).replace(hyphens, '-'))

/** Sign by sign: an expression for what stands before an end begins anew at each of a hundred thousand blanks inside. */
function withoutEnds(text: string): string {
  let [from, to] = [0, text.length]
  while (from < to && atEnd.test(text[from]!)) from += 1
  while (to > from && atEnd.test(text[to - 1]!)) to -= 1
  return text.slice(from, to)
}

/** A number or code that is compared sign by sign: look-alikes are one sign, digits are ours, and nothing unseen is in it. */
export const cleanCode = (text: string): string =>
  latin(
    plainDigits(
      cleanText(withoutUnseen(text.normalize('NFKC')))
        .replace(dashes, '-')
        .replace(/\s+/g, ' '),
    ),
  )

/** Dashes of any length: in a code they are hyphens. */
const dashes = /[\u2012-\u2015\u2212]/g
// Letters of Cyrillic and Greek that look like those of ours, and these.
const looks = 'АВЕКМНОРСТУХІЈЅавекмнорстухіјѕΑΒΕΖΗΙΚΜΝΟΡΤΥΧο'
const like = 'ABEKMHOPCTYXIJSaBeKMHopcTyxijsABEZHIKMNOPTYXo'

/** A code with look-alikes as ours. One that has other letters of its script too is of that script. */
function latin(code: string): string {
  const found = code.replace(/[\u0370-\u052f]/g, sign => like[looks.indexOf(sign)] ?? sign)
  return /[\u0370-\u052f]/.test(found) ? code : found
}

/** Longer than any number, however it is written. */
const LONGEST = 100
/** So many digits are a number of their own; fewer before a slash are the code of its area. */
const WHOLE_NUMBER = 7
export const isWhole = (number: string): boolean => (number.match(/\p{Nd}/gu) ?? []).length >= WHOLE_NUMBER

/**
 * A phone number in plain digits and signs, whatever it was copied from; an extension stands behind it as `ext 12`. Of two
 * numbers with a slash between them the slash stays, which no number has: they are not taken for one.
 */
export function cleanPhone(text: string): string {
  const plain = cleanCode(text).replace(/^tel:/i, '')
  // Nobody's number, and the expressions below would take long over it.
  if (plain.length > LONGEST) return plain
  const [, number = plain, ext] =
    /^(.*\d\D*?)[\s,;]*(?:ext(?:ension)?\.?|x|;ext=|#)\s*[=:]?\s*(\d{1,5})$/i.exec(plain) ?? []
  const bare = number
    .replace(/^\(\s*(\+\d+)\s*\)/, '$1 ')
    .replace(/[\s./]+$/, '')
    .replace(/[\s./]+/g, (signs, at: number, all: string) =>
      /\//.test(signs) && isWhole(all.slice(0, at)) ? '/' : ' ',
    )
    .trim()
  return ext === undefined ? bare : `${bare} ext ${ext}`
}

/** Digits of any script as those that numbers are kept in. */
export const plainDigits = (text: string): string => text.replace(/(?![0-9])\p{Nd}/gu, digit => String(valueOf(digit)))

/** The digits of any script follow each other from nought to nine, in blocks that begin at a nought. */
function valueOf(digit: string): number {
  let value = 0
  for (let code = digit.codePointAt(0)! - 1; value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code)); code -= 1)
    value += 1
  return value
}

/** An address as mail programs hand it over: with a name before it, or as a link. */
export function cleanEmail(text: string): string {
  const plain = cleanText(withoutUnseen(text.normalize('NFC')))
  return (/<([^<>]+)>$/.exec(plain)?.[1] ?? plain).replace(/^mailto:/i, '').trim()
}

/** An address on the web has nothing unseen in it. */
export const cleanUrl = (text: string): string => withoutUnseen(text).trim()
