/**
 * A scan gun is a keyboard, and sends the places of its keys. Where the computer takes it for a keyboard of another layout, other
 * signs arrive: here is what each of those signs stands for.
 */

export const layoutNames = ['russian', 'hindi', 'french', 'german'] as const
export type LayoutName = (typeof layoutNames)[number]
export type Mended = { text: string; layout: LayoutName }

/** Signs as one layout writes them, beside those that are on the same keys in English. */
const pairs = (theirs: string, ours: string): ReadonlyMap<string, string> =>
  new Map(Array.from(theirs).map((sign, at) => [sign, ours[at]!]))

const KEYS = "qwertyuiop[]asdfghjkl;'zxcvbnm,./"
const SHIFTED = 'QWERTYUIOP{}ASDFGHJKL:"ZXCVBNM<>?'
const russian = new Map([
  ...pairs('йцукенгшщзхъфывапролджэячсмитьбю.', KEYS),
  ...pairs('ЙЦУКЕНГШЩЗХЪФЫВАПРОЛДЖЭЯЧСМИТЬБЮ,', SHIFTED),
  ...pairs('№', '#'),
])
/** InScript, which Indian computers write with: its keys are the same for every script, and are told in that of Hindi here. */
const hindi = new Map([
  // The dot below a letter stands alone here: written together the two would be one sign.
  ...pairs('ौैाीूबहगदजड', 'qwertyuiop['),
  ...pairs('ोे्िुपरकतचट', "asdfghjkl;'"),
  ...pairs('ॆंमनवलसय', 'zxcvbnm/'),
  ...pairs('औऐआईऊभङघधझढञ', 'QWERTYUIOP{}'),
  ...pairs('ओएअइउफऱखथछठ', 'ASDFGHJKL:"'),
  ...pairs('ऎँणऩऴळशष।', 'ZXCVBNM<>'),
  ...pairs('\u093c', ']'),
])
/** Digits need Shift there, which a gun does not press. */
const french = new Map([
  ...pairs('&é"\'(-è_çà)=', '1234567890-='),
  ...pairs('azqwAZQW', 'qwazQWAZ'),
  ...pairs('m,;:!M?./§', ';m,./:M<>?'),
  // With Shift the digits are where a gun finds signs.
  ...pairs('1234567890°+', '!@#$%^&*()_+'),
])
const german = new Map([...pairs('zyZYß', 'yzYZ-'), ...pairs('-_Öö;:', '/?:;<>')])

const by =
  (layout: LayoutName, table: ReadonlyMap<string, string>) =>
  (text: string): Mended => ({
    layout,
    text: Array.from(text.normalize('NFC'), sign => table.get(sign) ?? sign).join(''),
  })

/** `seen`: signs of that layout which stand in no code. Without one a code is what it is: nobody guesses. */
const layouts: readonly { seen: RegExp; mend: (text: string) => Mended }[] = [
  { seen: /[\u0400-\u04ff]/, mend: by('russian', russian) },
  { seen: /[\u0900-\u0965\u0970-\u097f]/, mend: by('hindi', hindi) },
  { seen: /[&é"'èçà]/, mend: by('french', french) },
  { seen: /[ßöÖ]/, mend: by('german', german) },
]

/** Small letters as capitals, and the other way round: what a gun types while Caps Lock is on. */
export const swapCase = (text: string): string =>
  text.replaceAll(/\p{L}/gu, sign => (sign === sign.toLowerCase() ? sign.toUpperCase() : sign.toLowerCase()))

/** Bengali to Malayalam: signs of one sound have the same place in each of them, as in the script of Hindi. */
const INDIAN = /[\u0980-\u0d7f]/g
const PLACES = 0x7f
const inHindi = (text: string): string =>
  text.replaceAll(INDIAN, sign => String.fromCodePoint(0x0900 + (sign.codePointAt(0)! & PLACES)))

/** What the gun may have meant, by every layout that writes such signs. */
export function readAsTyped(text: string): Mended[] {
  const typed = inHindi(text)
  return layouts.filter(({ seen }) => seen.test(typed.normalize('NFC'))).map(({ mend }) => mend(typed))
}
