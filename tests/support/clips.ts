import { writeFile } from 'node:fs/promises'
import bwip from 'bwip-js/node'
import sharp from 'sharp'

/** What a camera of a test sees: pictures drawn here, one after the other, as a browser takes them for its fake camera. */
const WIDTH = 1_280
const HEIGHT = 720
const GREY = { r: 144, g: 144, b: 144 }

type Kind = 'qrcode' | 'code128' | 'gs1datamatrix'
export type Placed = { picture: Buffer; left: number; top: number }

/** A code on white paper, so many dots wide. */
export async function codeOf(text: string, width: number, kind: Kind = 'qrcode'): Promise<Buffer> {
  const drawn = await bwip.toBuffer({
    bcid: kind,
    text,
    scale: 8,
    backgroundcolor: 'FFFFFF',
    paddingwidth: 10,
    paddingheight: 10,
    ...(kind === 'code128' ? { height: 18 } : {}),
  })
  return sharp(drawn).resize({ width }).flatten({ background: '#fff' }).png().toBuffer()
}

export const turned = (picture: Buffer, degrees: number) =>
  sharp(picture)
    .rotate(degrees, { background: { r: 0, g: 0, b: 0, alpha: 0 } })
    .png()
    .toBuffer()

type Dress = { noise?: number; blur?: number }

/** A picture of the camera: the codes on a grey table, noisy as in a dim room, blurred as out of focus. */
export async function scene(placed: readonly Placed[], { noise = 0, blur = 0 }: Dress = {}): Promise<Buffer> {
  const table = sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: GREY } })
  let picture = await table
    .composite(placed.map(({ picture: input, left, top }) => ({ input, left: Math.round(left), top: Math.round(top) })))
    .png()
    .toBuffer()
  if (blur > 0) picture = await sharp(picture).blur(blur).png().toBuffer()
  return noise > 0 ? grainy(picture, noise) : sharp(picture).jpeg({ quality: 90 }).toBuffer()
}

/** Adds to each dot what a sensor adds in a dim room. */
async function grainy(picture: Buffer, sigma: number): Promise<Buffer> {
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  let seed = 11
  const next = () => (seed = (seed * 1_103_515_245 + 12_345) & 0x7fffffff) / 0x7fffffff
  // Twelve even numbers make one that is as good as normal.
  const grain = () => Array.from({ length: 12 }, next).reduce((sum, one) => sum + one, -6) * sigma
  const grains = Array.from({ length: 9_973 }, grain)
  for (let at = 0; at < data.length; at += 1) data[at] = Math.max(0, Math.min(255, data[at]! + grains[at % 9_973]!))
  return sharp(data, { raw: { width: info.width, height: info.height, channels: 3 } })
    .jpeg({ quality: 85 })
    .toBuffer()
}

/**
 * A label as a photo shows it that was taken from the side: the far end is smaller, the light falls from one corner, and
 * nothing is quite sharp.
 */
export async function fromTheSide(picture: Buffer, { noise = 14, blur = 1.1 } = {}): Promise<Buffer> {
  const { data, info } = await sharp(picture).flatten().greyscale().raw().toBuffer({ resolveWithObject: true })
  const out = Buffer.alloc(WIDTH * HEIGHT)
  const { width, height } = info
  for (let y = 0; y < HEIGHT; y += 1)
    for (let x = 0; x < WIDTH; x += 1) {
      // Where on the label this dot lies: the plane leans back and is turned a little.
      const [dx, dy] = [(x - WIDTH / 2) / 420, (y - HEIGHT / 2) / 420]
      const depth = 1 + 0.35 * dy - 0.22 * dx
      const [u, v] = [(dx * 0.97 + dy * 0.26) / depth, (dy * 0.97 - dx * 0.26) / depth]
      const [px, py] = [Math.round((u + 0.5) * width), Math.round((v + 0.5) * height)]
      const isOn = px >= 0 && py >= 0 && px < width && py < height
      const light = 0.45 + 0.35 * (x / WIDTH) + 0.12 * (1 - y / HEIGHT)
      out[y * WIDTH + x] = (isOn ? data[(py * width + px) * info.channels]! * 0.85 + 20 : 96) * light
    }
  const flat = sharp(out, { raw: { width: WIDTH, height: HEIGHT, channels: 1 } })
  return grainy(await flat.blur(blur).toColourspace('srgb').png().toBuffer(), noise)
}

const RATE = 30

/** Each of the codes is shown for a fifth of a second every one and a half. Answers the pictures, and how long they take once, in ms. */
export async function flashing(texts: readonly string[]): Promise<{ pictures: Buffer[]; lasts: number }> {
  const shows = async (text?: string) =>
    scene(text === undefined ? [] : [{ picture: await codeOf(text, 360), left: 460, top: 180 }], { noise: 8 })
  const empty = await shows()
  const shown = await Promise.all(texts.map(shows))
  const pictures = shown.flatMap(picture => [
    ...Array.from({ length: 1.3 * RATE }, () => empty),
    ...Array.from({ length: 0.2 * RATE }, () => picture),
  ])
  return { pictures, lasts: (pictures.length / RATE) * 1_000 }
}

/** Writes the pictures as a film that a browser shows at thirty a second, again and again. */
export async function film(path: string, pictures: readonly Buffer[]): Promise<string> {
  await writeFile(path, Buffer.concat(pictures))
  return path
}

/** What a browser is started with to see it. */
export const seeing = (path: string) => [
  // A decoder that is compiled badly sees one picture where it would see ten.
  '--js-flags=--maglev --turbofan',
  '--use-fake-ui-for-media-stream',
  '--use-fake-device-for-media-stream',
  `--use-file-for-fake-video-capture=${path}`,
]
