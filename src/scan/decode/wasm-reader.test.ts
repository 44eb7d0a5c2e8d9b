import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import bwip from 'bwip-js/node'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { readScan } from '#contract/scan/read-scan.ts'
import { asSent, type Reader } from './code.ts'
import { secondOpinion } from './second-opinion.ts'
import { wasmReader } from './wasm-reader.ts'

vi.mock('./second-opinion.ts', { spy: true })

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
