import { stat } from 'node:fs/promises'
import { attachLimits } from '#contract/calls/attached.ts'
import { problem } from '#contract/problem.ts'

export type Drawn = {
  full: Buffer
  small: Buffer
  medium: Buffer
  type: string
  extension: string
  width: number
  height: number
}

/** Longer sides are made shorter: nobody looks closer. */
const LONGEST = 4_096
const SECONDS = 12

let library: Promise<typeof import('sharp')> | undefined
/** Loaded with the first picture: most starts of the server see none for a while. */
const loadSharp = () =>
  (library ??= import('sharp').then(loaded => {
    // One thread for each picture: others are served meanwhile. What was decoded is not kept.
    loaded.default.concurrency(1)
    loaded.default.cache(false)
    return loaded
  }))

/**
 * Decodes a picture and encodes it anew, upright, without anything that is not the picture: no place, no camera, no
 * second file behind its end. Its size is looked at before it is decoded.
 */
export async function draw(path: string, type: string): Promise<Drawn | { refused: string }> {
  const { default: sharp } = await loadSharp()
  const options = { limitInputPixels: attachLimits.pixels, failOn: 'error', sequentialRead: false } as const
  try {
    const { width, height } = await sharp(path, { ...options, limitInputPixels: false }).metadata()
    if (width * height > attachLimits.pixels) return { refused: tooManyPixels(width, height) }
    const upright = () => sharp(path, options).autoOrient().timeout({ seconds: SECONDS })
    const whole = upright().resize({ width: LONGEST, height: LONGEST, fit: 'inside', withoutEnlargement: true })
    const kept = keptAs(type)
    const encoded =
      kept.extension === 'jpg'
        ? whole.jpeg({ quality: 85 })
        : kept.extension === 'png'
          ? whole.png()
          : whole.webp({ quality: 88 })
    const { data: full, info } = await encoded.toBuffer({ resolveWithObject: true })
    // Thumbnails are made of what is kept, which is smaller.
    const again = () => sharp(full, { limitInputPixels: attachLimits.pixels })
    const small = await again().resize({ width: 192, height: 192, fit: 'cover' }).webp({ quality: 70 }).toBuffer()
    const medium = await again()
      .resize({ width: 960, height: 960, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 78 })
      .toBuffer()
    return { full, small, medium, ...kept, width: info.width, height: info.height }
  } catch (error) {
    if (isOfMachine(error))
      throw problem('busy', 'This picture could not be looked at just now. Please try again.', later)
    const { size } = await stat(path)
    if (size === 0) throw error
    return { refused: 'This picture is damaged and cannot be shown.' }
  }
}

const later = { retryAfter: 10 }
/** Was there no time or no room for it? That says nothing of the picture. The library has only words for it. */
const isOfMachine = (error: unknown) =>
  error instanceof Error &&
  /timeout: \d+% complete|out of memory|insufficient memory|allocate|no space left|too many open files/i.test(
    error.message,
  )

const keptAs = (type: string) =>
  type === 'image/jpeg'
    ? { type, extension: 'jpg' }
    : type === 'image/png'
      ? { type, extension: 'png' }
      : { type: 'image/webp', extension: 'webp' }

const tooManyPixels = (width: number, height: number) =>
  `This picture has ${width} × ${height} pixels; at most ${attachLimits.pixels / 1_000_000} million are possible. Make it smaller first.`

/** Of a small one, as paper is printed: without anything that is seen through. */
export async function onPaper(medium: Buffer): Promise<Buffer> {
  const { default: sharp } = await loadSharp()
  return sharp(medium, { limitInputPixels: attachLimits.pixels })
    .resize({ width: 720, height: 720, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: 80 })
    .toBuffer()
}
