import type { Pixels } from './code.ts'

let kept = new Uint8ClampedArray(0)

/**
 * A picture turned about its middle: a bar code is read along a line that crosses all of its bars, and a decoder draws such lines
 * across and down alone. In grey, with white around. One buffer serves all.
 */
export const tilted =
  (degrees: number) =>
  ({ data, width, height }: Pixels): Pixels => {
    const size = width * height * 4
    if (kept.length !== size) kept = new Uint8ClampedArray(size).fill(255)
    const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)]
    const [middleX, middleY] = [(width - 1) / 2, (height - 1) / 2]
    let to = 0
    for (let y = 0; y < height; y += 1) {
      // Where the first dot of this row lies in the picture.
      let fromX = middleX - middleX * cos - (y - middleY) * sin
      let fromY = middleY - middleX * sin + (y - middleY) * cos
      for (let x = 0; x < width; x += 1) {
        const left = Math.floor(fromX)
        const top = Math.floor(fromY)
        let grey = 255
        if (left >= 0 && top >= 0 && left < width - 1 && top < height - 1) {
          // Green is nearly as bright as the whole. Between four dots each counts by how near it is.
          const at = (top * width + left) * 4 + 1
          const below = at + width * 4
          const right = fromX - left
          const down = fromY - top
          const above = data[at]! + (data[at + 4]! - data[at]!) * right
          grey = above + (data[below]! + (data[below + 4]! - data[below]!) * right - above) * down
        }
        kept[to] = grey
        kept[to + 1] = grey
        kept[to + 2] = grey
        fromX += cos
        fromY += sin
        to += 4
      }
    }
    return { data: kept, width, height }
  }
