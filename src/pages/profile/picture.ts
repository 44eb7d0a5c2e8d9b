/** How large a picture of a person is kept, in pixels, and as a data address at most. */
export const PICTURE_SIZE = 128
export const PICTURE_CHARACTERS = 16_000

/** Which part of a picture is wanted: how much it is enlarged over filling the square, and where its middle is (0 to 1). */
export type Crop = { zoom: number; x: number; y: number }
export const middle: Crop = { zoom: 1, x: 0.5, y: 0.5 }

const between = (low: number, value: number, high: number) => Math.min(high, Math.max(low, value))

/** The square of the source that a crop shows; never beyond its edges. */
export function squareOf({ width, height }: { width: number; height: number }, { zoom, x, y }: Crop) {
  const side = Math.min(width, height) / between(1, zoom, 4)
  return {
    side,
    left: between(0, x * width - side / 2, width - side),
    top: between(0, y * height - side / 2, height - side),
  }
}

/** The crop whose square is moved by parts of its own side, kept within the picture. */
export function movedBy(source: { width: number; height: number }, crop: Crop, dx: number, dy: number): Crop {
  const { side, left, top } = squareOf(source, crop)
  return {
    ...crop,
    x: (between(0, left + dx * side, source.width - side) + side / 2) / source.width,
    y: (between(0, top + dy * side, source.height - side) + side / 2) / source.height,
  }
}

export function drawCrop(canvas: HTMLCanvasElement, source: ImageBitmap, crop: Crop): void {
  const context = canvas.getContext('2d')
  if (!context) return
  const { side, left, top } = squareOf(source, crop)
  context.imageSmoothingQuality = 'high'
  context.clearRect(0, 0, canvas.width, canvas.height)
  context.drawImage(source, left, top, side, side, 0, 0, canvas.width, canvas.height)
}

/** The picture as it is kept: as good as it fits. Safari writes no WebP and answers PNG; there it is a JPEG. */
export function encode(canvas: Pick<HTMLCanvasElement, 'toDataURL'>): string | null {
  for (const quality of [0.9, 0.8, 0.7, 0.55, 0.4, 0.25]) {
    const webp = canvas.toDataURL('image/webp', quality)
    const found = webp.startsWith('data:image/webp') ? webp : canvas.toDataURL('image/jpeg', quality)
    if (found.length <= PICTURE_CHARACTERS) return found
  }
  return null
}

/** Opens what was chosen, upright. Null for what is no picture. */
export const openPicture = (file: Blob): Promise<ImageBitmap | null> =>
  createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => null)
