import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { decode, prepareDecoder } from '../../tests/support/decode-print.ts'
import { bars, square, type Drawn } from './codes.ts'

beforeAll(prepareDecoder)

const MODULE = 4
const QUIET = 12
/** As a printer draws it, with the white around it that a code needs. */
function printed({ path, width, height }: Drawn, high: number): Promise<Buffer> {
  const box = `${-QUIET} ${-QUIET} ${width + 2 * QUIET} ${high + 2 * QUIET}`
  const drawn = `<g transform="scale(1 ${high / height})"><path d="${path}" fill-rule="evenodd"/></g>`
  const size = `width="${(width + 2 * QUIET) * MODULE}" height="${(high + 2 * QUIET) * MODULE}"`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}" ${size} shape-rendering="crispEdges"><rect x="${-QUIET}" y="${-QUIET}" width="100%" height="100%" fill="#fff"/>${drawn}</svg>`
  return sharp(Buffer.from(svg)).png().toBuffer()
}

// The library that draws codes, or what draws for it, gives some of these a meaning of their own.
test.each(['A^029B', '^029', '^FNC1', 'R&D-1', '&amp;', '~1', 'A~029', '\\1', '(01)09504000059101', '%20', '<b>'])(
  'on a label %s is what it says, in bars and in a square',
  async text => {
    expect(await decode(await printed(bars(text)!, 40))).toEqual([`Code128 ${text}`])
    const code = square(text)
    expect(await decode(await printed(code, code.height))).toEqual([`QRCode ${text}`])
  },
)

test('what bars cannot say is not drawn in them', () => {
  expect([bars('कोड'), bars('')]).toEqual([null, null])
})
