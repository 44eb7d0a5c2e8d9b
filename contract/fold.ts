// What the server's dictionary (unaccent) also writes in plain letters and signs, beside accents.
const plain: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ħ: 'h',
  ı: 'i',
  '‘': "'",
  '’': "'",
  '“': '"',
  '”': '"',
  '–': '-',
  '—': '-',
}

/** Case and accents away, so that "José" is found with "jose". Marks that are letters of other scripts stay. */
export const fold = (text: string): string =>
  isPlain(text)
    ? text.toLowerCase()
    : text
        .normalize('NFD')
        .replaceAll(/[\u0300-\u036f]/g, '')
        .toLowerCase()
        .replaceAll(/[ßæœøđðþłħı‘’“”–—]/g, letter => plain[letter]!)

// oxlint-disable-next-line no-control-regex -- all of ASCII
const isPlain = (text: string) => /^[\u0000-\u007f]*$/.test(text)

const signs = /[!-/:-@[-`{-~\u2010-\u2015\u2212\u2018-\u201e]/g

/** As search knows a text: folded, and without the signs between its letters: "O'Brien", "D-Mart" and "D.K. Patel" say the same without. */
export const searchKey = (text: string): string => withoutSigns(fold(text))
export const withoutSigns = (text: string): string => text.replaceAll(signs, '')
/** The same where signs part words. */
export const partedBySigns = (text: string): string => text.replaceAll(signs, ' ')

/** So many digits count; a longer number is no longer one that people compare. */
const MOST_DIGITS = 40

/** A folded text as lists sort it: numbers in it by how much they are, so that "Part 2" stands before "Part 10". */
export const naturalKey = (folded: string): string =>
  folded.replaceAll(/[0-9]+/g, run => {
    const digits = run.replace(/^0+/, '')
    return String.fromCharCode(48 + Math.min(digits.length, MOST_DIGITS)) + digits
  })
