import type { Pixels } from './code.ts'

let kept = new Uint8ClampedArray(0)

/** The middle of a picture, twice as large: the bars of a small code are too few dots wide for a decoder. One buffer serves all. */
export function nearer({ data, width, height }: Pixels): Pixels {
  const size = width * height * 4
  if (kept.length !== size) kept = new Uint8ClampedArray(size).fill(255)
  const [left, top] = [width >> 2, height >> 2]
  let to = 0
  for (let y = 0; y < height; y += 1) {
    const row = (top + (y >> 1)) * width
    // Every second dot lies between two of the picture.
    const below = (y & 1) * width * 4
    for (let x = 0; x < width; x += 1) {
      const from = (row + left + (x >> 1)) * 4
      const beside = (x & 1) * 4
      for (let colour = 0; colour < 3; colour += 1) {
        const at = from + colour
        kept[to + colour] = (data[at]! + data[at + beside]! + data[at + below]! + data[at + below + beside]!) >> 2
      }
      to += 4
    }
  }
  return { data: kept, width, height }
}
