import fc from 'fast-check'
import { expect, it } from 'vitest'
import { csvLine, unguarded } from './csv.ts'
import { readSheet } from './sheet.ts'

const back = (cell: string) => readSheet(csvLine([cell, 'x']), ',').map(cells => cells.map(unguarded))

it.each([
  '=1+1',
  "'=1+1",
  "''@x",
  '\t=1',
  '\n+91 98250 12345\n-',
  'a;=b',
  "a;'=b",
  ';\t=',
  '﹢1',
  'a\t﹣1',
  '＝1;＋2',
  '\u0000',
  "O'Neil",
  "'twas",
  '"Best" trimmer',
])('a cell comes back from a file as it was: %j', cell => {
  expect(back(cell)).toEqual([[cell, 'x']])
})

it('whatever stands in it', () => {
  const sign = fc.constantFrom("'", '=', '-', '﹢', '＠', ';', '\t', '\n', ' ', '\u00a0', '"', ',', 'a', '1', '\u0000')
  fc.assert(
    fc.property(fc.string({ unit: sign, maxLength: 8 }), cell => {
      expect(back(cell)).toEqual([[cell, 'x']])
    }),
  )
})
