import { expect, test } from 'vitest'
import { pack, unpack } from './pack.ts'

const bytes = (...values: number[]) => Uint8Array.from(values)

test('whatever a store keeps comes out as it went in', () => {
  const row = {
    seq: 7,
    text: 'ünsent · ₹',
    nothing: null,
    yes: true,
    half: 0.5,
    odd: [Number.NaN, Infinity, -Infinity],
    when: new Date('2026-11-21T10:00:00.123Z'),
    photo: bytes(1, 2, 3).buffer,
    mark: bytes(),
    lines: [{ id: 1, deep: { photo: bytes(9, 8) } }, undefined, []],
    missing: undefined,
    $: 'a field of that name',
    tricky: { $: 'date', v: 'not a date' },
  }
  expect(unpack(pack(row))).toEqual(row)
  const back = unpack(pack(row)) as typeof row
  expect([...new Uint8Array(back.photo)]).toEqual([1, 2, 3])
  expect(back.lines[0]).toEqual({ id: 1, deep: { photo: bytes(9, 8) } })
})

test('what cannot be kept as it is, is refused', () => {
  expect(() => pack({ found: new Map() })).toThrow('Map')
  expect(() => pack({ found: () => 1 })).toThrow('Function')
})
