/** Nobody looks closer at a photo than this many pixels along its longer side. */
const LONGEST = 1_600
const QUALITY = 0.86
/** A smaller file than this is sent as it is, if its picture is not too large. */
const LIGHT = 1_500_000

/**
 * A photo as it is worth sending: upright and not larger than needed, which on a slow connection is minutes. What is no
 * photo, or cannot be read here, goes as it is; the server looks at everything anyway.
 */
export async function shrunk(file: File): Promise<{ bytes: Blob; extension?: string } | 'unreadable'> {
  // Some browsers know no type for it.
  const isOdd = /hei[cf]/.test(file.type) || /\.hei[cf]$/i.test(file.name)
  // What no server of ours can show is not kept for hours to be refused then.
  const same = isOdd ? 'unreadable' : { bytes: file }
  if (!(isOdd || /^image\/(jpeg|png|webp)$/.test(file.type)) || typeof createImageBitmap === 'undefined') return same
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => null)
  if (!picture) return same
  try {
    const scale = Math.min(1, LONGEST / Math.max(picture.width, picture.height))
    if (scale === 1 && file.size <= LIGHT && !isOdd) return same
    // A drawing with sharp edges or holes stays one.
    if (file.type === 'image/png' && scale === 1) return same
    const type = file.type === 'image/png' ? 'image/png' : 'image/jpeg'
    const bytes = await drawn(picture, Math.round(picture.width * scale), Math.round(picture.height * scale), type)
    if (!bytes || (bytes.size >= file.size && !isOdd)) return same
    return type === file.type ? { bytes } : { bytes, extension: '.jpg' }
  } finally {
    picture.close()
  }
}

/** Where a photo is too large for the way to the server: these are tried, one after the other. */
const LESS = [
  { longest: 1_200, quality: 0.75 },
  { longest: 800, quality: 0.6 },
]

/** The same photo with clearly fewer bytes; null where there is none, or what it is cannot be made smaller here. */
export async function smaller(bytes: Blob): Promise<Blob | null> {
  if (!/^image\/(jpeg|png|webp)$/.test(bytes.type) || typeof createImageBitmap === 'undefined') return null
  const picture = await createImageBitmap(bytes).catch(() => null)
  if (!picture) return null
  try {
    for (const { longest, quality } of LESS) {
      const scale = Math.min(1, longest / Math.max(picture.width, picture.height))
      const [width, height] = [Math.round(picture.width * scale), Math.round(picture.height * scale)]
      const less = await drawn(picture, width, height, 'image/jpeg', quality)
      if (less && less.size < 0.8 * bytes.size) return less
    }
    return null
  } finally {
    picture.close()
  }
}

async function drawn(
  picture: ImageBitmap,
  width: number,
  height: number,
  type: string,
  quality = QUALITY,
): Promise<Blob | null> {
  if (typeof OffscreenCanvas === 'undefined') {
    const canvas = Object.assign(document.createElement('canvas'), { width, height })
    draw(canvas.getContext('2d'), picture, width, height)
    return new Promise(resolve => canvas.toBlob(resolve, type, quality))
  }
  const canvas = new OffscreenCanvas(width, height)
  draw(canvas.getContext('2d'), picture, width, height)
  return canvas.convertToBlob({ type, quality })
}

type Context = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D | null
function draw(context: Context, picture: ImageBitmap, width: number, height: number) {
  if (!context) return
  context.imageSmoothingQuality = 'high'
  context.drawImage(picture, 0, 0, width, height)
}
