import { describe, expect, it } from 'vitest'
import { cellsOf, readSheet, writeSheet } from './sheet.ts'

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

  it('of one line lose the blanks around them', () => {
    expect(cellsOf(' Pune \t "Maharashtra" ')).toEqual(['Pune', '"Maharashtra"'])
    expect(cellsOf('')).toEqual([])
  })
})
