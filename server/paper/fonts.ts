import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { Blob, Buffer as Shaped, Face, Font, shape } from 'harfbuzzjs'

const require = createRequire(import.meta.url)

/** The scripts that names are written in here, each with a font of its own; the first has Latin, Greek, Cyrillic and signs of money. */
const families = [
  ['noto-sans', 'NotoSans'],
  ['noto-sans-devanagari', 'NotoSansDevanagari'],
  ['noto-sans-bengali', 'NotoSansBengali'],
  ['noto-sans-gujarati', 'NotoSansGujarati'],
  ['noto-sans-gurmukhi', 'NotoSansGurmukhi'],
  ['noto-sans-kannada', 'NotoSansKannada'],
  ['noto-sans-malayalam', 'NotoSansMalayalam'],
  ['noto-sans-oriya', 'NotoSansOriya'],
  ['noto-sans-tamil', 'NotoSansTamil'],
  ['noto-sans-telugu', 'NotoSansTelugu'],
] as const
const weights = { plain: '400Regular', bold: '700Bold' } as const
export type Weight = keyof typeof weights

/** A glyph of a font, moved from where the one before it ends. */
export type Glyph = { id: number; codePoints: number[]; advance: number; xOffset: number; yOffset: number }
export type PaperFont = {
  name: string
  bytes: Uint8Array
  has(codePoint: number): boolean
  /** The glyphs of a text in the order in which they are drawn. */
  glyphsOf(text: string): Glyph[]
}

const opened = new Map<string, PaperFont>()

function openFont([folder, name]: (typeof families)[number], weight: Weight): PaperFont {
  const key = `${name} ${weight}`
  const known = opened.get(key)
  if (known) return known
  const kind = weights[weight]
  const bytes = readFileSync(require.resolve(`@expo-google-fonts/${folder}/${kind}/${name}_${kind}.ttf`))
  const face = new Face(new Blob(bytes))
  const font = new Font(face)
  const codePoints = new Set(face.collectUnicodes())
  const one = { name: key, bytes, has: (at: number) => codePoints.has(at), glyphsOf: glyphsWith(font) }
  opened.set(key, one)
  return one
}

/** The font for these signs: the first that has all of them, or the first of all, which draws a box for what it lacks. */
export function fontFor(signs: string, weight: Weight): PaperFont {
  const wanted = codePointsOf(signs).filter(at => !joins.has(at))
  const fitting = families.find(family => {
    const font = openFont(family, weight)
    return wanted.every(at => font.has(at))
  })
  return openFont(fitting ?? families[0], weight)
}

const codePointsOf = (text: string): number[] => Array.from(text, sign => sign.codePointAt(0)!)

/** They only say how their neighbours are joined. */
const joins = new Set([0x200c, 0x200d, 0xfe0e, 0xfe0f])

// Vowels stand before, below and around what they are spoken after: HarfBuzz knows how, as browsers do.
const glyphsWith = (font: Font) => (text: string) => {
  const buffer = new Shaped()
  buffer.addText(text)
  buffer.guessSegmentProperties()
  shape(font, buffer)
  const infos = buffer.getGlyphInfos()
  const places = buffer.getGlyphPositions()
  const starts = [...new Set(infos.map(({ cluster }) => cluster))].toSorted((a, b) => a - b)
  return infos.map(({ codepoint, cluster }, at) => {
    const isFirst = infos.findIndex(one => one.cluster === cluster) === at
    const end = starts[starts.indexOf(cluster) + 1] ?? text.length
    // What several glyphs stand for together is said by the first, and the others say nothing that is seen.
    const signs = isFirst ? text.slice(cluster, end) : UNSEEN
    const { xAdvance, xOffset, yOffset } = places[at]!
    return {
      id: codepoint,
      codePoints: codePointsOf(signs),
      advance: xAdvance,
      xOffset,
      yOffset,
    }
  })
}
const UNSEEN = '\u200b'
