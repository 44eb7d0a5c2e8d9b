/** Nobody looks closer at a photo than this many pixels along its longer side. */
const LONGEST = 2_560
const QUALITY = 0.86
/** A smaller file than this is sent as it is, if its picture is not too large. */
const LIGHT = 1_500_000

/**
 * A photo as it is worth sending: upright and not larger than needed, which on a slow connection is minutes. What is no
 * photo, or cannot be read here, goes as it is; the server looks at everything anyway.
 */
export async function shrunk(file: File): Promise<{ bytes: Blob; extension?: string }> {
  const same = { bytes: file }
  if (!/^image\/(jpeg|png|webp|hei[cf])$/.test(file.type) || typeof createImageBitmap === 'undefined') return same
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => null)
  if (!picture) return same
  try {
    const scale = Math.min(1, LONGEST / Math.max(picture.width, picture.height))
    const isOdd = /hei[cf]/.test(file.type)
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

async function drawn(picture: ImageBitmap, width: number, height: number, type: string): Promise<Blob | null> {
  if (typeof OffscreenCanvas === 'undefined') {
    const canvas = Object.assign(document.createElement('canvas'), { width, height })
    draw(canvas.getContext('2d'), picture, width, height)
    return new Promise(resolve => canvas.toBlob(resolve, type, QUALITY))
  }
  const canvas = new OffscreenCanvas(width, height)
  draw(canvas.getContext('2d'), picture, width, height)
  return canvas.convertToBlob({ type, quality: QUALITY })
}

type Context = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D | null
function draw(context: Context, picture: ImageBitmap, width: number, height: number) {
  if (!context) return
  context.imageSmoothingQuality = 'high'
  context.drawImage(picture, 0, 0, width, height)
}
