import { expect, test } from 'vitest'
import { encode, middle, movedBy, PICTURE_CHARACTERS, squareOf } from './picture.ts'

const wide = { width: 400, height: 200 }

test('the middle of a wide picture is cut to a square as high as it', () => {
  expect(squareOf(wide, middle)).toEqual({ side: 200, left: 100, top: 0 })
})

test('an enlarged part never reaches beyond the edges', () => {
  expect(squareOf(wide, { zoom: 2, x: 0, y: 1 })).toEqual({ side: 100, left: 0, top: 100 })
  expect(squareOf(wide, { zoom: 99, x: 1, y: 1 })).toEqual({ side: 50, left: 350, top: 150 })
})

test('a part is moved by its own size and stops at the edge, from where it moves back at once', () => {
  const right = movedBy(wide, middle, 5, 0)
  expect(squareOf(wide, right)).toEqual({ side: 200, left: 200, top: 0 })
  expect(squareOf(wide, movedBy(wide, right, -0.5, 0)).left).toBe(100)
})

test('a picture is kept as good as it fits, as JPEG where the browser writes no WebP, and not at all if nothing fits', () => {
  const at = (type: string, long: number) => `data:${type};base64,${'A'.repeat(long)}`
  const asked: string[] = []
  const canvas = (size: (quality: number) => number, webp = true) => ({
    toDataURL: (type = '', quality = 1) => {
      asked.push(`${type} ${quality}`)
      return webp || type === 'image/jpeg' ? at(type, size(quality)) : at('image/png', 90_000)
    },
  })
  expect(encode(canvas(quality => quality * 20_000))).toBe(at('image/webp', 14_000))
  expect(asked).toEqual(['image/webp 0.9', 'image/webp 0.8', 'image/webp 0.7'])
  expect(encode(canvas(() => 9_000, false))).toBe(at('image/jpeg', 9_000))
  expect(encode(canvas(() => PICTURE_CHARACTERS))).toBeNull()
})
