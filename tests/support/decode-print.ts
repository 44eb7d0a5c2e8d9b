import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { BrowserContextOptions } from 'playwright-core'
import sharp from 'sharp'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'

const CSS_DPI = 96

/** A window whose pictures have as many dots as a printer draws. */
export const atDots = (dpi: number): BrowserContextOptions => ({ deviceScaleFactor: dpi / CSS_DPI })

/** A decoder that is not ours. */
export async function prepareDecoder(): Promise<void> {
  const wasm = await readFile(createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm'))
  prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasm).buffer } })
}

/** Each dot black or white, as a thermal head burns it. */
async function dotted(picture: Buffer) {
  const { data, info } = await sharp(picture)
    .greyscale()
    .threshold(128)
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const rgba = new Uint8ClampedArray(info.width * info.height * 4)
  for (let at = 0; at < info.width * info.height; at += 1) {
    const grey = data[at * info.channels]!
    rgba.set([grey, grey, grey, 255], at * 4)
  }
  return { data: rgba, width: info.width, height: info.height, colorSpace: 'srgb' as const }
}

/** What the codes on it say, with their kinds. */
export async function decode(picture: Buffer): Promise<string[]> {
  const found = await readBarcodes(await dotted(picture), {
    formats: ['Code128', 'QRCode'],
    tryHarder: true,
    textMode: 'Plain',
    maxNumberOfSymbols: 16,
  })
  return found.map(({ format, text }) => `${format} ${text}`).toSorted()
}
