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
