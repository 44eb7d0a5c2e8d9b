import Pdf from 'pdfkit'
import type { Drawn } from '#contract/drawn-code.ts'
import { fontFor, type PaperFont, type Weight } from './fonts.ts'

/** All measures are in points. */
export const MM = 72 / 25.4
const INK = '#000000'
const MUTED = '#555555'
const RULE = '#bbbbbb'
const LEADING = 1.4

export type Style = { size: number; bold?: boolean; muted?: boolean; toEnd?: boolean }
/** Something that is as high as it says, wherever it is drawn. */
export type Block = { height: number; draw(x: number, y: number): void }
type Run = { text: string; font: PaperFont; width: number }
type Line = { runs: Run[]; width: number }

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** What pdfkit asks of a font: it takes the glyphs and their places from us. */
type Embedded = {
  unitsPerEm: number
  getGlyph(id: number, codePoints: number[]): { advanceWidth: number }
  layout(text: string): unknown
}

export type Pen = ReturnType<typeof penOn>

/** Writes on a document: texts in whatever script, each sign in a font that has it. */
export function penOn(doc: PDFKit.PDFDocument) {
  const known = new Set<string>()

  function take(font: PaperFont, size: number): void {
    if (!known.has(font.name)) {
      doc.registerFont(font.name, font.bytes)
      doc.font(font.name)
      shapeBy(font, (doc as unknown as { _font: { font: Embedded } })._font.font)
      known.add(font.name)
    }
    doc.font(font.name).fontSize(size)
  }

  function runsOf(text: string, { size, bold }: Style): Line {
    const weight: Weight = bold ? 'bold' : 'plain'
    const runs: Run[] = []
    for (const { segment } of graphemes.segment(text)) {
      const font = fontFor(segment, weight)
      const last = runs.at(-1)
      if (last?.font === font) last.text += segment
      else runs.push({ text: segment, font, width: 0 })
    }
    for (const run of runs) {
      take(run.font, size)
      run.width = doc.widthOfString(run.text)
    }
    return { runs, width: runs.reduce((all, { width }) => all + width, 0) }
  }
  const widthOf = (text: string, style: Style) => runsOf(text, style).width

  /** The lines of a text that is no wider: parted between words, and within one that is wider by itself. */
  function wrapped(text: string, width: number, style: Style): Line[] {
    const lines: string[] = []
    let line = ''
    const put = (word: string) => {
      const joined = line === '' ? word : `${line} ${word}`
      if (widthOf(joined, style) <= width) return (line = joined)
      if (line !== '') lines.push(line)
      line = ''
      for (const { segment } of graphemes.segment(word)) {
        if (line !== '' && widthOf(line + segment, style) > width) {
          lines.push(line)
          line = ''
        }
        line += segment
      }
      return line
    }
    for (const word of text.split(/\s+/)) put(word)
    return [...lines, line].map(one => runsOf(one, style))
  }

  function write({ runs, width }: Line, x: number, y: number, room: number, { size, muted, toEnd }: Style): void {
    doc.fillColor(muted ? MUTED : INK)
    let at = toEnd ? x + room - width : x
    for (const { text, font, width: own } of runs) {
      take(font, size)
      doc.text(text, at, y + size * 1.08, { lineBreak: false, baseline: 'alphabetic' })
      at += own
    }
  }

  return {
    doc,
    widthOf,
    /** A text as wide as this at most; empty ones take no room. */
    text(text: string, width: number, style: Style): Block {
      if (text === '') return empty
      const lines = text.split('\n').flatMap(part => wrapped(part, width, style))
      const high = style.size * LEADING
      return {
        height: lines.length * high,
        draw: (x, y) => lines.forEach((line, at) => write(line, x, y + at * high, width, style)),
      }
    },
    /** A picture (JPEG or PNG) as large as it fits in there. */
    picture: (bytes: Buffer, width: number, height: number): Block => ({
      height,
      draw: (x, y) => void doc.image(bytes, x, y, { fit: [width, height] }),
    }),
    /** A square code, as wide as that. */
    code: (of: Drawn, width: number): Block => ({
      height: width,
      draw: (x, y) =>
        void doc
          .save()
          .translate(x, y)
          .scale(width / of.width)
          .path(of.path)
          .fillColor(INK)
          .fill('even-odd')
          .restore(),
    }),
    rule(width: number, { strong = false }: { strong?: boolean } = {}): Block {
      return {
        height: 0.75,
        draw: (x, y) =>
          void doc
            .moveTo(x, y)
            .lineTo(x + width, y)
            .lineWidth(0.75)
            .strokeColor(strong ? INK : RULE)
            .stroke(),
      }
    },
  }
}

/** Glyphs and their places come from the shaper that has measured the line. */
function shapeBy(font: PaperFont, embedded: Embedded): void {
  embedded.layout = text => {
    const shaped = font.glyphsOf(text)
    return {
      glyphs: shaped.map(({ id, codePoints }) => embedded.getGlyph(id, codePoints)),
      positions: shaped.map(({ advance, xOffset, yOffset }) => ({ xAdvance: advance, yAdvance: 0, xOffset, yOffset })),
      advanceWidth: shaped.reduce((all, { advance }) => all + advance, 0),
    }
  }
}

export const empty: Block = { height: 0, draw: () => {} }
export const space = (height: number): Block => ({ height, draw: () => {} })

/** One below the other. */
export const stack = (...blocks: readonly Block[]): Block => ({
  height: blocks.reduce((all, { height }) => all + height, 0),
  draw(x, y) {
    let at = y
    for (const block of blocks) {
      block.draw(x, at)
      at += block.height
    }
  },
})

/** Beside each other, each so far from the left. */
export const beside = (...parts: readonly { at: number; block: Block }[]): Block => ({
  height: Math.max(0, ...parts.map(({ block }) => block.height)),
  draw: (x, y) => parts.forEach(({ at, block }) => block.draw(x + at, y)),
})

export type About = { title: string; author: string; language: string; made: Date }

/** A document that says what it is, as bytes once it is drawn. */
export async function paperOf({ title, author, language, made }: About, draw: (pen: Pen) => void): Promise<Buffer> {
  const info = { Title: title, Author: author, Creator: 'Caredesk', CreationDate: made }
  const doc = new Pdf({ autoFirstPage: false, size: 'A4', margin: 0, info, lang: language, displayTitle: true })
  const chunks: Buffer[] = []
  const ended = new Promise<void>((resolve, reject) => {
    doc.on('data', (chunk: Buffer) => chunks.push(chunk))
    doc.on('end', resolve)
    doc.on('error', reject)
  })
  draw(penOn(doc))
  doc.end()
  await ended
  return Buffer.concat(chunks)
}
