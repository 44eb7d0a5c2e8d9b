import bwip from 'bwip-js/node'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { readScan } from '#contract/scan/read-scan.ts'
import { asSent, type Pixels } from './code.ts'
import { plainReader } from './plain-reader.ts'

/** A code as it is printed, turned by so much. */
async function drawn(options: { bcid: string; text: string }, degrees = 0): Promise<Pixels> {
  const png = await bwip.toBuffer({
    scale: 4,
    paddingwidth: 12,
    paddingheight: 12,
    backgroundcolor: 'FFFFFF',
    ...options,
  })
  const { data, info } = await sharp(png)
    .rotate(degrees, { background: '#fff' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data: new Uint8ClampedArray(data), width: info.width, height: info.height }
}

const reader = plainReader()

test.each([0, 90, 180, 270])('reads a bar code that is turned by %i degrees', async degrees => {
  const pixels = await drawn({ bcid: 'code128', text: '3521A1B2C34417' }, degrees)
  expect(await reader.frame(pixels)).toEqual([{ text: '3521A1B2C34417', format: 'Code128' }])
})

test('reads what else stands on labels', async () => {
  const seen = async (bcid: string, text: string) => (await reader.frame(await drawn({ bcid, text })))[0]
  expect(await seen('qrcode', 'https://care.example/s/AB12CD34')).toEqual({
    text: 'https://care.example/s/AB12CD34',
    format: 'QRCode',
  })
  expect(await seen('ean13', '9780201379624')).toEqual({ text: '9780201379624', format: 'EAN13' })
  expect(await seen('datamatrix', 'PART-88')).toEqual({ text: 'PART-88', format: 'DataMatrix' })
})

test('reads a code that is light on dark, in a photo at once and before the camera with its turn', async () => {
  const { data, width, height } = await drawn({ bcid: 'qrcode', text: 'KWP24-118219' })
  const dark = { data: data.map((part, at) => (at % 4 === 3 ? part : 255 - part)), width, height }
  const code = { text: 'KWP24-118219', format: 'QRCode' }
  expect(await reader.photo(() => dark)).toEqual([code])
  const own = plainReader()
  expect([await own.frame(dark), await own.frame(dark), await own.frame(dark)]).toEqual([[], [], [code]])
})

test('keeps the separators of GS1, and adds nothing of its own', async () => {
  const pixels = await drawn({ bcid: 'gs1-128', text: '(01)09504000059101(21)1A(10)B2' })
  expect(await reader.frame(pixels)).toEqual([
    { text: '0109504000059101211A\u001D10B2', format: 'Code128', mark: ']C1' },
  ])
})

test.each([
  ['gs1-128', 'Code128', ']C1'],
  ['gs1datamatrix', 'DataMatrix', ']d2'],
])('says of %s that it is of GS1, which nothing in a text without separators does', async (bcid, format, mark) => {
  const [code] = await reader.frame(await drawn({ bcid, text: '(01)09504000059101(21)KWP24-118219' }))
  expect(code).toEqual({ text: '010950400005910121KWP24-118219', format, mark })
  expect(readScan(asSent(code!))).toMatchObject({ readings: [{}, { how: 'gs1', text: 'KWP24-118219' }, {}, {}] })
})

test('finds nothing where there is nothing, and tries a photo in several sizes', async () => {
  const empty = { data: new Uint8ClampedArray(64 * 64 * 4).fill(255), width: 64, height: 64 }
  expect(await reader.frame(empty)).toEqual([])
  const asked: number[] = []
  expect(await reader.photo(longest => (asked.push(longest), empty))).toEqual([])
  expect(asked).toEqual([1_600, 1_000, 640])
})
