import { expect, it } from 'vitest'
import { unit } from '#contract/modules/stock/unit.ts'
import { shortCode } from '#contract/short-code.ts'
import { readInto } from './read-into.ts'

const OWN = 'https://desk.example'
const read = (text: string) => readInto(text, [OWN])
const code = (text: string, how: string) => ({ is: 'code', text, how })

it.each([
  ['KWP24-118219', 'KWP24-118219', 'asIs'],
  [']C0KWP24-118219', 'KWP24-118219', 'asIs'],
  ['ЛЦЗ24-118219', 'KWP24-118219', 'russian'],
  ['à&é"\'(-è_ç', '0123456789', 'french'],
  // Nothing says that these were meant otherwise.
  ["A&B-12'4", "A&B-12'4", 'asIs'],
  [']d20109504000059101\u001d21KWP24-118219', 'KWP24-118219', 'gs1'],
  [']C10109504000059101', '09504000059101', 'gs1'],
])('a field for codes holds one reading of %j', (raw, text, how) => {
  expect(read(raw)).toEqual(code(text, how))
})

it('and none of an address, be it that of our label', () => {
  const label = shortCode(unit, 1_234)
  expect(read(`${OWN}/s/${label}`)).toEqual({ is: 'ownLabel' })
  expect(read(`http://10.0.0.5:4000/s/${label}`)).toEqual({ is: 'ownLabel' })
  expect(read('https://shop.example/x')).toEqual({ is: 'address' })
  expect(read('\u0000')).toEqual({ is: 'nothing' })
})
