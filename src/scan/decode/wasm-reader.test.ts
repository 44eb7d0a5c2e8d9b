import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import bwip from 'bwip-js/node'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { readBarcodes } from 'zxing-wasm/reader'
import { readScan } from '#contract/scan/read-scan.ts'
import { codeOf, scene, turned } from '../../../tests/support/clips.ts'
import { asSent, type Pixels, type Reader } from './code.ts'
import { secondOpinion } from './second-opinion.ts'
import { wasmReader } from './wasm-reader.ts'

vi.mock('./second-opinion.ts', { spy: true })
vi.mock('zxing-wasm/reader', { spy: true })

let reader: Reader
beforeAll(async () => {
  const wasm = readFileSync(createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm'))
  vi.stubGlobal('fetch', async () => new Response(wasm, { headers: { 'content-type': 'application/wasm' } }))
  reader = await wasmReader()
})
afterAll(() => vi.unstubAllGlobals())

async function read(bcid: string, text: string) {
  const png = await bwip.toBuffer({ bcid, text, scale: 4, paddingwidth: 12, paddingheight: 12, backgroundcolor: 'FFF' })
  const { data, info } = await sharp(png).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  const codes = await reader.photo(() => ({
    data: new Uint8ClampedArray(data),
    width: info.width,
    height: info.height,
  }))
  return codes[0]
}

test.each([
  ['gs1-128', ']C1'],
  ['gs1datamatrix', ']d2'],
  ['gs1qrcode', ']Q3'],
])('says of %s that it is of GS1, which nothing in a text without separators does', async (bcid, mark) => {
  const code = await read(bcid, '(01)09504000059101(21)KWP24-118219')
  expect(code).toMatchObject({ text: '010950400005910121KWP24-118219', mark })
  expect(readScan(asSent(code!))).toMatchObject({ readings: [{}, { how: 'gs1', text: 'KWP24-118219' }, {}, {}] })
})

test('says it of nothing else', async () => {
  expect(await read('code128', 'KWP24-118219')).toEqual({ text: 'KWP24-118219', format: 'Code128' })
  expect(await read('qrcode', 'KWP24-118219')).toEqual({ text: 'KWP24-118219', format: 'QRCode' })
})

test('another decoder is asked about every third picture in a row without a code, and a code begins anew', async () => {
  const other = vi.mocked(secondOpinion)
  other.mockClear()
  onTestFinished(() => void other.mockClear())
  const size = 64
  const blank = { data: new Uint8ClampedArray(size * size * 4).fill(255), width: size, height: size }
  const png = await bwip.toBuffer({ bcid: 'qrcode', text: 'SEEN', scale: 4, padding: 12, backgroundcolor: 'FFF' })
  const { data, info } = await sharp(png).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  const seen = { data: new Uint8ClampedArray(data), width: info.width, height: info.height }
  const asked: number[] = []
  for (const [at, pixels] of [blank, blank, blank, blank, seen, blank, blank, blank].entries()) {
    const before = other.mock.calls.length
    if (at === 7) other.mockReturnValueOnce([{ text: 'SECOND', format: 'QRCode' }])
    const codes = await reader.frame(pixels)
    if (other.mock.calls.length > before) asked.push(at)
    if (at === 4) expect(codes).toMatchObject([{ text: 'SEEN' }])
    if (at === 7) expect(codes).toMatchObject([{ text: 'SECOND' }])
  }
  expect(asked).toEqual([2, 7])
})

test('of three pictures in a row without a code one is looked at in a further way, each time another one', async () => {
  const asked = vi.mocked(readBarcodes)
  const size = 64
  const blank = { data: new Uint8ClampedArray(size * size * 4).fill(255), width: size, height: size }
  const png = await bwip.toBuffer({ bcid: 'qrcode', text: 'SEEN', scale: 4, padding: 12, backgroundcolor: 'FFF' })
  const { data, info } = await sharp(png).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  // However busy the machine is, no look takes any time.
  const quick = vi.spyOn(performance, 'now').mockReturnValue(0)
  onTestFinished(() => quick.mockRestore())
  // A code begins anew.
  await reader.frame({ data: new Uint8ClampedArray(data), width: info.width, height: info.height })
  const looks: string[] = []
  for (let at = 0; at < 15; at += 1) {
    asked.mockClear()
    await reader.frame(blank)
    const [pixels, options] = asked.mock.calls[1] ?? []
    const { formats, binarizer = '', tryDenoise = false } = options ?? {}
    const of = pixels && (pixels as Pixels).data !== blank.data ? 'redrawn' : ''
    looks.push([formats?.[0], binarizer, tryDenoise && 'denoised', of].filter(Boolean).join(' '))
  }
  const turn = (look: string) => ['DataMatrix', look, '']
  expect(looks).toEqual(
    ['QRCode redrawn', 'Code128 redrawn', 'QRCode GlobalHistogram', 'Code128 redrawn', 'QRCode denoised'].flatMap(turn),
  )
})

/** A picture of the camera with this in its middle. */
async function seen(code: Buffer, dress: Parameters<typeof scene>[1] = {}): Promise<Pixels> {
  const { width, height } = await sharp(code).metadata()
  const picture = await scene([{ picture: code, left: (1_280 - width) / 2, top: (720 - height) / 2 }], dress)
  const { data, info } = await sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  return { data: new Uint8ClampedArray(data), width: info.width, height: info.height }
}
/** What is read while the camera shows the same, within all the ways of looking that there are. */
async function readLive(pixels: Pixels) {
  for (let at = 0; at < 15; at += 1) {
    const [code] = await reader.frame(pixels)
    if (code) return code.text
  }
  return null
}
const paler = (picture: Buffer) => sharp(picture).linear(0.2, 60).png().toBuffer()
/** A lamp shines on one end of it. */
async function glaring(picture: Buffer) {
  const { width, height } = await sharp(picture).metadata()
  const lamp = `<svg width="${width}" height="${height}"><defs><radialGradient id="a"><stop offset="0.3" stop-color="#fff"/><stop offset="1" stop-color="#fff" stop-opacity="0"/></radialGradient></defs><circle cx="${width * 0.8}" cy="${height * 0.8}" r="${height * 0.25}" fill="url(#a)"/></svg>`
  return sharp(picture)
    .composite([{ input: Buffer.from(lamp) }])
    .png()
    .toBuffer()
}

test.each([0, 30, 45, 60, 90, 120, 150])('a bar code is read however it lies: %i degrees', async degrees => {
  // No look takes any time, however busy the machine is.
  const quick = vi.spyOn(performance, 'now').mockReturnValue(0)
  onTestFinished(() => quick.mockRestore())
  const pixels = await seen(await turned(await codeOf('KWP24-118219', 520, 'code128'), degrees))
  expect(await readLive(pixels)).toBe('KWP24-118219')
  expect(await reader.photo(() => pixels)).toMatchObject([{ text: 'KWP24-118219' }])
})

test.each<[string, () => Promise<Pixels>]>([
  [
    'white on black',
    async () =>
      seen(
        await sharp(await codeOf('KWP24-118219', 300))
          .negate()
          .png()
          .toBuffer(),
      ),
  ],
  ['far away', async () => seen(await codeOf('KWP24-118219', 80))],
  ['in a dim room', async () => seen(await paler(await codeOf('KWP24-118219', 300)), { noise: 6 })],
  ['out of focus', async () => seen(await codeOf('KWP24-118219', 300), { blur: 2.5 })],
  ['under a lamp', async () => seen(await glaring(await codeOf('KWP24-118219', 300)))],
])('a square code is read that is %s', async (_, picture) => {
  const quick = vi.spyOn(performance, 'now').mockReturnValue(0)
  onTestFinished(() => quick.mockRestore())
  expect(await readLive(await picture())).toBe('KWP24-118219')
})

test('a device that is slow at one look takes the next picture instead of a further one', async () => {
  const asked = vi.mocked(readBarcodes)
  const size = 64
  const blank = { data: new Uint8ClampedArray(size * size * 4).fill(255), width: size, height: size }
  const slow = vi.spyOn(performance, 'now')
  onTestFinished(() => slow.mockRestore())
  let now = 0
  slow.mockImplementation(() => (now += 40))
  asked.mockClear()
  for (let at = 0; at < 3; at += 1) await reader.frame(blank)
  // Three pictures, and one of them looked at for dots as well.
  expect(asked).toHaveBeenCalledTimes(4)
})
