import { open, type FileHandle } from 'node:fs/promises'

const PIECE = 262_144

/** An encoding of two bytes a sign, by its mark or by the noughts of plain letters in it; null for all others. */
function wideEncoding(start: Buffer): 'utf-16le' | 'utf-16be' | null {
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le'
  if (start[0] === 0xfe && start[1] === 0xff) return 'utf-16be'
  const pairs = Math.floor(Math.min(start.length, 4_096) / 2)
  const noughts = [0, 0]
  for (let at = 0; at < 2 * pairs; at += 1) if (start[at] === 0) noughts[at % 2]! += 1
  const [even = 0, odd = 0] = noughts
  if (odd > pairs / 2 && even === 0) return 'utf-16le'
  return even > pairs / 2 && odd === 0 ? 'utf-16be' : null
}

/** May the bytes at this path be of an encoding with two bytes a sign? They may look like those of a sound then. */
export async function mayBeWideText(path: string): Promise<boolean> {
  const file = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(PIECE), 0, PIECE, 0)
    return wideEncoding(buffer.subarray(0, bytesRead)) !== null
  } finally {
    await file.close()
  }
}

/** Text has no mark of its own: it is what holds no control characters, and no page for a browser. In a sentence, why it is none. */
export async function whyNoText(path: string): Promise<string | null> {
  const file = await open(path, 'r')
  try {
    return await whyNot(file)
  } finally {
    await file.close()
  }
}

export const NO_KIND = 'What kind of file this is cannot be told from its content, so it cannot be attached.'

async function whyNot(file: FileHandle): Promise<string | null> {
  const bytes = Buffer.allocUnsafe(PIECE)
  let read = (piece: Buffer): string => piece.toString('latin1')
  for (let at = 0; ;) {
    const { bytesRead } = await file.read(bytes, 0, PIECE, at)
    if (bytesRead === 0) return null
    const piece = bytes.subarray(0, bytesRead)
    if (at === 0) {
      const wide = wideEncoding(piece)
      const decoder = wide && new TextDecoder(wide)
      if (decoder) read = part => decoder.decode(part, { stream: true })
    }
    const words = read(piece)
    if (at === 0 && isMarkup(words))
      return 'Web pages and drawings (HTML, SVG, XML) cannot be attached. Save it as PDF or as a picture.'
    // oxlint-disable-next-line no-control-regex -- just those are looked for
    if (/[\0-\x08\x0e-\x1a\x1c-\x1f]/.test(words)) return NO_KIND
    at += bytesRead
  }
}

/** What begins with a tag. An address of a mail stands between the same signs, and is none. */
const isMarkup = (start: string) =>
  /^(?:\xef\xbb\xbf|\ufeff)?\s*<(?:[!?]|[a-z][a-z0-9:._-]*(?:[\s/>]|$))/i.test(start.slice(0, 4_096))
