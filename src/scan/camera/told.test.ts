import { expect, test } from 'vitest'
import { makeTeller } from './told.ts'

const code = (text: string) => ({ text, format: 'QRCode' })
function teller() {
  let now = 0
  const tell = makeTeller(() => now)
  return (at: number, ...texts: string[]) => {
    now = at
    return tell(texts.map(code))?.text
  }
}

test('a code is told once for as long as it is seen, and again when it was gone', () => {
  const see = teller()
  expect(see(0, 'A')).toBe('A')
  for (let at = 33; at < 5_000; at += 33) expect(see(at, 'A')).toBeUndefined()
  // Out of focus for a moment.
  expect(see(5_600, 'A')).toBeUndefined()
  expect(see(6_700, 'A')).toBe('A')
})

test('a code that comes back at once is not told twice within two seconds', () => {
  const see = teller()
  expect(see(0, 'A')).toBe('A')
  expect(see(1_500, 'A')).toBeUndefined()
  expect(see(3_000, 'A')).toBe('A')
})

test('codes one after the other are each told at once', () => {
  const see = teller()
  expect([see(0, 'A'), see(100, 'B'), see(200, 'C'), see(300, 'A')]).toEqual(['A', 'B', 'C', undefined])
})

test('of two codes on a label the one in the middle is told, also where it is missed for a moment', () => {
  const see = teller()
  expect(see(0, 'QR', 'AWB')).toBe('QR')
  expect(see(33, 'QR', 'AWB')).toBeUndefined()
  expect(see(66, 'AWB')).toBeUndefined()
  expect(see(99, 'QR', 'AWB')).toBeUndefined()
  // Then somebody points at the other one.
  expect(see(500, 'AWB', 'QR')).toBe('AWB')
})

test('a picture without a code tells nothing', () => {
  expect(teller()(0)).toBeUndefined()
})
