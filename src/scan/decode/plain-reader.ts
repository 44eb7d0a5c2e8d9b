import { BarcodeFormat, BrowserMultiFormatReader } from '@zxing/browser'
import { BinaryBitmap, DecodeHintType, HybridBinarizer, RGBLuminanceSource } from '@zxing/library'
import type { Code, Pixels, Reader } from './code.ts'

const formats = new Map([
  [BarcodeFormat.QR_CODE, 'QRCode'],
  [BarcodeFormat.CODE_128, 'Code128'],
  [BarcodeFormat.EAN_13, 'EAN13'],
  [BarcodeFormat.DATA_MATRIX, 'DataMatrix'],
])
/** How it begins what GS1 says, and nothing else: bars, and dots. */
const BARS = ']C1'
const DOTS = '\u001d'

const sizes = [1_600, 1_000, 640]
/** So many pictures without a code, and one that is light on dark has its turn. */
const TURN = 3

/**
 * For a browser without WebAssembly, or one whose owner has switched it off: slower, and it reads less. Only the decoder
 * of the package is used. The camera stays ours, and pictures that lie on their side are turned here: its own way of
 * turning them fails without a word.
 */
export function plainReader(): Reader {
  const hints = new Map<DecodeHintType, unknown>([
    [DecodeHintType.POSSIBLE_FORMATS, [...formats.keys()]],
    [DecodeHintType.TRY_HARDER, true],
    // Otherwise it drops the separators.
    [DecodeHintType.ASSUME_GS1, true],
  ])
  const reader = new BrowserMultiFormatReader(hints)
  const look = (grey: Uint8ClampedArray, width: number, height: number): Code[] => {
    try {
      const source = new RGBLuminanceSource(grey, width, height)
      const result = reader.decodeBitmap(new BinaryBitmap(new HybridBinarizer(source)))
      const text = result.getText()
      const format = formats.get(result.getBarcodeFormat())
      if (!format || text === '') return []
      if (format === 'Code128' && text.startsWith(BARS)) return [{ text: text.slice(BARS.length), format, mark: BARS }]
      if (format === 'DataMatrix' && text.startsWith(DOTS))
        return [{ text: text.slice(DOTS.length), format, mark: ']d2' }]
      return [{ text, format }]
    } catch {
      // It says by an error that there is none.
      return []
    }
  }
  const lookAt = (pixels: Pixels, isLight: boolean): Code[] => {
    const { width, height } = pixels
    const grey = greyOf(pixels)
    const upright = look(grey, width, height)
    if (upright.length > 0) return upright
    const onItsSide = look(turned(grey, width, height), height, width)
    return onItsSide.length > 0 || !isLight ? onItsSide : look(swapped(grey), width, height)
  }
  let misses = 0
  return {
    // In every picture a look for codes that are light on dark would take half as long again.
    frame: async pixels => {
      const codes = lookAt(pixels, misses % TURN === TURN - 1)
      misses = codes.length > 0 ? 0 : misses + 1
      return codes
    },
    photo: async at => {
      for (const longest of sizes) {
        const codes = lookAt(at(longest), true)
        if (codes.length > 0) return codes
      }
      return []
    },
  }
}

/** How bright each dot is to the eye. */
function greyOf({ data, width, height }: Pixels): Uint8ClampedArray {
  const grey = new Uint8ClampedArray(width * height)
  for (let at = 0; at < grey.length; at += 1) {
    const dot = at * 4
    grey[at] = (306 * data[dot]! + 601 * data[dot + 1]! + 117 * data[dot + 2]!) >> 10
  }
  return grey
}

/** By a quarter. */
function turned(grey: Uint8ClampedArray, width: number, height: number): Uint8ClampedArray {
  const out = new Uint8ClampedArray(grey.length)
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) out[x * height + (height - 1 - y)] = grey[y * width + x]!
  return out
}

/** Light for dark: labels on dark devices are printed so. */
const swapped = (grey: Uint8ClampedArray): Uint8ClampedArray => grey.map(dot => 255 - dot)
