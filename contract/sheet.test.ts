import { describe, expect, it } from 'vitest'
import { delimiterIn, readSheet, sheetRows, stacked, unstacked, writeSheet } from './sheet.ts'

describe('cells from a spreadsheet', () => {
  it('come in rows, whatever ends the lines, and without an empty row at the end', () => {
    expect(readSheet('a\tb\r\nc\t\n\td\r')).toEqual([
      ['a', 'b'],
      ['c', ''],
      ['', 'd'],
    ])
    expect(readSheet('')).toEqual([])
  })

  it('may hold breaks, tabs and quotes where they stand in quotes', () => {
    expect(readSheet('"one\ntwo"\t"say ""hi""\tthere"\tlast')).toEqual([['one\ntwo', 'say "hi"\tthere', 'last']])
  })

  it('keep a quote that only belongs to the text', () => {
    expect(readSheet('"Best" shop\t5" screen\t"open')).toEqual([['"Best" shop', '5" screen', '"open']])
  })

  it('come back as they were written', () => {
    const rows = [
      ['plain', 'with "quotes"', 'two\nlines'],
      ['', 'tab\there', '"'],
    ]
    expect(readSheet(writeSheet(rows))).toEqual(rows)
  })

  it('keep an empty row at its place', () => {
    expect(readSheet('first\n\nthird\r\n\r\n')).toEqual([['first'], [''], ['third'], ['']])
  })

  it('come with each row as it was typed', () => {
    expect(sheetRows('\ufeff"one\ntwo"\tx\r\nlast').map(({ raw }) => raw)).toEqual(['"one\ntwo"\tx', 'last'])
  })

  it('may be parted by semicolons or commas where every line has as many and there is no tab', () => {
    const text = 'Name;Phones;E-mails\nA. Rao;9825012345;a@example.com'
    expect(delimiterIn(text)).toBe(';')
    expect(readSheet(text, ';')[1]).toEqual(['A. Rao', '9825012345', 'a@example.com'])
    expect(delimiterIn('Rao, A\nShah, B')).toBe(',')
    expect(delimiterIn('Rao, A\nShah')).toBeNull()
    expect(delimiterIn('Rao, A')).toBeNull()
    expect(delimiterIn('a;b\tc\nd;e\tf')).toBeNull()
  })

  it('may hold several texts below each other, those with breaks and quotes too', () => {
    for (const texts of [
      ['one'],
      ['one', '', 'three'],
      ['', 'two'],
      ['two\nlines', 'x'],
      ['"Best" shop', '"all"'],
      ['"all"'],
      ['a\tb', 'c'],
    ])
      expect(unstacked(stacked(texts))).toEqual(texts)
    expect(stacked(['', ''])).toBe('')
  })
})
