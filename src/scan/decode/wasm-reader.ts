import { prepareZXingModule, readBarcodes, type ReaderOptions } from 'zxing-wasm/reader'
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url'
import { each, nearestFirst, type Code, type Pixels, type Reader } from './code.ts'
import { nearer } from './nearer.ts'
import { secondOpinion } from './second-opinion.ts'
import { tilted } from './tilted.ts'

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

/** Another look at a picture: at more of it, at less, or at what was made of it. */
type Look = { options?: ReaderOptions; of?: (pixels: Pixels) => Pixels }

/** Bar codes that lie aslant. What was made of a picture is believed where more of its lines agree. */
const aslant = (degrees: number): Look => ({
  options: { formats: ['Code128', 'EAN13'], minLineCount: 3 },
  of: tilted(degrees),
})

/** How a photo is looked at, until something is found. What is out of focus is sharper when it is smaller. */
const looks: (Look & { longest: number })[] = [
  { longest: 1_600 },
  { longest: 4_000 },
  { longest: 1_600, options: { tryDenoise: true } },
  { longest: 800 },
  { longest: 2_400, options: { binarizer: 'GlobalHistogram' } },
  { longest: 1_600, ...aslant(30) },
  { longest: 1_600, ...aslant(60) },
]

/** Further looks at a picture without a code, one a turn: the camera shows the same once more, and a photo has all of its looks. */
const further: Look[] = [
  // Its lines are nearer to each other: more of them have to agree.
  { options: { minLineCount: 3 }, of: nearer },
  aslant(30),
  { options: { formats: ['QRCode'], binarizer: 'GlobalHistogram' } },
  aslant(60),
  { options: { formats: ['QRCode'], tryDenoise: true } },
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
    return read(of ? of(pixels) : pixels, { ...live, ...options })
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
      for (const { longest, options, of } of looks) {
        const photo = at(longest)
        const pixels = of ? of(photo) : photo
        const codes = await read(pixels, { ...everything, ...options })
        if (codes.length > 0) return codes
        const other = secondOpinion(pixels)
        if (other.length > 0) return other
      }
      return []
    },
  }
}
