import { expect, test } from 'vitest'
import { inLinesOf, tooLongFor } from './courier-lines.ts'

const maruti = { label: 'Shree Maruti', lineLimit: 35 }
// Case longAddress.
const name = 'Smt. Lakshmi Venkata Subramanian Krishnamurthy Iyer'
const address = `Flat 1204, Tower C, Sri Venkateswara Residency Phase II, Behind Old Post Office
Opp. Government Higher Secondary School for Girls, Near Water Tank`

test('a name and a line that a courier would cut off are told with their lengths', () => {
  expect(tooLongFor(maruti, { name, address })).toEqual({
    name: 'The name has 51 signs, Shree Maruti takes 35. Make it shorter.',
    address: 'Line 1 has 79 signs, Shree Maruti takes 35 in a line. Begin a new line before that.',
  })
  expect(tooLongFor(maruti, { name: null, address: `12, MG Road\n${'a'.repeat(36)}` })).toEqual({
    address: 'Line 2 has 36 signs, Shree Maruti takes 35 in a line. Begin a new line before that.',
  })
})

test('what fits to the last sign is none, and who has no limit takes all', () => {
  expect(tooLongFor(maruti, { name: 'é'.repeat(35), address: `${'a'.repeat(35)}\n${'b'.repeat(35)}` })).toEqual({})
  expect(tooLongFor({ label: 'Own staff', lineLimit: null }, { name, address })).toEqual({})
})

test('an address that is broken into lines keeps every word, and fits', () => {
  const broken = inLinesOf(35, address)
  expect(broken.split(/\s+/)).toEqual(address.split(/\s+/))
  expect(tooLongFor(maruti, { name: null, address: broken })).toEqual({})
})
