import type { Pixels, Sized } from './code.ts'

/** No picture is looked at larger than this: a photo of a hundred million dots would take the memory of a tablet. */
const LARGEST = 4_000

let kept = new Uint8ClampedArray(0)
let copies = true

/** One buffer serves every picture of a size: a new one each time would be 100 MB a second. */
function bufferFor(size: number) {
  if (kept.length !== size) kept = new Uint8ClampedArray(size)
  return kept
}

/** The dots of a picture of the camera. The picture is closed, whatever comes of it: the camera has few of them. */
export async function pixelsOf(frame: VideoFrame | ImageBitmap): Promise<Pixels> {
  try {
    return 'copyTo' in frame && copies ? await copied(frame) : drawn(frame)
  } finally {
    frame.close()
  }
}

async function copied(frame: VideoFrame): Promise<Pixels> {
  const { width, height } = frame.visibleRect ?? { width: frame.codedWidth, height: frame.codedHeight }
  const data = bufferFor(width * height * 4)
  try {
    const planes = await frame.copyTo(data, { format: 'RGBA' })
    // Older browsers do not know the format that was asked for, and give what the camera gave, in several layers.
    if (planes.length === 1 && planes[0]!.stride === width * 4) return { data, width, height }
  } catch {
    // It has no such way either.
  }
  copies = false
  return drawn(frame)
}

let canvas: OffscreenCanvas | undefined
function drawn(image: VideoFrame | ImageBitmap, longest = LARGEST): Pixels {
  const [ownWidth, ownHeight] =
    'displayWidth' in image ? [image.displayWidth, image.displayHeight] : [image.width, image.height]
  const scale = Math.min(1, longest / Math.max(ownWidth, ownHeight))
  const width = Math.max(1, Math.round(ownWidth * scale))
  const height = Math.max(1, Math.round(ownHeight * scale))
  canvas ??= new OffscreenCanvas(width, height)
  if (canvas.width !== width) canvas.width = width
  if (canvas.height !== height) canvas.height = height
  const context = canvas.getContext('2d', { willReadFrequently: true })!
  // What is see-through is paper.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, width, height)
  context.drawImage(image, 0, 0, width, height)
  return context.getImageData(0, 0, width, height)
}

/** The dots of a photo, at whatever size they are asked for; never more than it has. */
export async function photoOf(file: Blob): Promise<{ at: Sized; close: () => void }> {
  const image = await createImageBitmap(file)
  return { at: longest => drawn(image, longest), close: () => image.close() }
}
