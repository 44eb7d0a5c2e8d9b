import { prepareZXingModule, readBarcodes, type ReaderOptions } from 'zxing-wasm/reader'
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url'
import { each, nearestFirst, type Code, type Pixels, type Reader } from './code.ts'
import { nearer } from './nearer.ts'
import { secondOpinion } from './second-opinion.ts'

/** As it stands in the code. Left alone the library writes brackets and names in the place of control signs. */
const raw: ReaderOptions = { textMode: 'Plain', tryHarder: true }
const live: ReaderOptions = { ...raw, formats: ['QRCode', 'Code128', 'EAN13'], maxNumberOfSymbols: 4 }
/** It would make each of all pictures half as slow again. */
const dots: ReaderOptions = { ...raw, formats: ['DataMatrix'], maxNumberOfSymbols: 4 }
const everything: ReaderOptions = {
  ...raw,
  formats: ['QRCode', 'Code128', 'EAN13', 'DataMatrix'],
  maxNumberOfSymbols: 16,
}

/** How a photo is looked at, until something is found. What is out of focus is sharper when it is smaller. */
const looks: { longest: number; options?: ReaderOptions }[] = [
  { longest: 1_600 },
  { longest: 4_000 },
  { longest: 1_600, options: { tryDenoise: true } },
  { longest: 800 },
  { longest: 2_400, options: { binarizer: 'GlobalHistogram' } },
]

/** Further looks at a picture without a code, one a turn: the camera shows the same once more, and a photo has all of its looks. */
const further: { options: ReaderOptions; of?: (pixels: Pixels) => Pixels }[] = [
  // Its lines are nearer to each other: more of them have to agree.
  { options: { ...live, minLineCount: 3 }, of: nearer },
  { options: { ...live, formats: ['QRCode'], binarizer: 'GlobalHistogram' } },
  { options: { ...live, formats: ['QRCode'], tryDenoise: true } },
]
/** A device that takes longer for a look, in ms, takes the next picture instead. The others still look 15 times a second. */
const SPARE = 35

/** So many pictures without a code, and another way of reading has its turn. */
const TURN = 3

async function read(pixels: Pixels, options: ReaderOptions): Promise<Code[]> {
  const results = await readBarcodes(pixels as ImageData, options)
  const found = results
    .filter(({ isValid, text }) => isValid && text !== '')
    .map(({ text, format, contentType, symbologyIdentifier, position }) => ({
      code: { text, format, ...(contentType === 'GS1' ? { mark: symbologyIdentifier } : {}) },
      at: {
        x: (position.topLeft.x + position.bottomRight.x) / 2,
        y: (position.topLeft.y + position.bottomRight.y) / 2,
      },
    }))
  return each(nearestFirst(found, pixels).map(({ code }) => code))
}

/** ZXing-C++, compiled: our own copy of it, which is fetched and made ready before the first picture comes. */
export async function wasmReader(): Promise<Reader> {
  await prepareZXingModule({ overrides: { locateFile: () => wasmUrl }, fireImmediately: true })
  let misses = 0
  const lookFurther = (pixels: Pixels) => {
    const { options, of } = further[Math.floor(misses / TURN) % further.length]!
    return read(of ? of(pixels) : pixels, options)
  }
  return {
    frame: async pixels => {
      const began = performance.now()
      const codes = await read(pixels, live)
      const took = performance.now() - began
      if (codes.length > 0) {
        misses = 0
        return codes
      }
      misses += 1
      if (misses % TURN === 0) return secondOpinion(pixels)
      if (misses % TURN === 1) return read(pixels, dots)
      return took <= SPARE ? lookFurther(pixels) : codes
    },
    photo: async at => {
      for (const { longest, options } of looks) {
        const pixels = at(longest)
        const codes = await read(pixels, { ...everything, ...options })
        if (codes.length > 0) return codes
        const other = secondOpinion(pixels)
        if (other.length > 0) return other
      }
      return []
    },
  }
}
