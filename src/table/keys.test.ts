import { expect, test } from 'vitest'
import { placeAfter } from './keys.ts'

const grid = { rows: 100, columns: 5, page: 20, first: -1, rtl: false }
const press = (key: string, from = { row: 10, column: 2 }, more: object = {}, changed: Partial<typeof grid> = {}) =>
  placeAfter(
    from,
    { key, shiftKey: false, ctrlKey: false, metaKey: false, altKey: false, ...more },
    { ...grid, ...changed },
  )
const ctrl = { ctrlKey: true }

test('arrows go one cell, and in a language from right to left the other way', () => {
  expect(press('ArrowDown')).toEqual({ row: 11, column: 2 })
  expect(press('ArrowUp', { row: 0, column: 2 })).toEqual({ row: -1, column: 2 })
  expect(press('ArrowRight')).toEqual({ row: 10, column: 3 })
  expect(press('ArrowRight', undefined, {}, { rtl: true })).toEqual({ row: 10, column: 1 })
  expect(press('ArrowLeft', { row: 10, column: 0 })).toEqual({ row: 10, column: 0 })
})

test('Home and End go to the ends of the row, with Ctrl to the corners of the list', () => {
  expect(press('Home')).toEqual({ row: 10, column: 0 })
  expect(press('End')).toEqual({ row: 10, column: 4 })
  expect(press('Home', undefined, ctrl)).toEqual({ row: 0, column: 0 })
  expect(press('End', undefined, ctrl)).toEqual({ row: 99, column: 4 })
  expect(press('ArrowDown', undefined, ctrl)).toEqual({ row: 99, column: 2 })
})

test('a page goes as far as rows are in sight and stays in the list', () => {
  expect(press('PageDown')).toEqual({ row: 30, column: 2 })
  expect(press('PageDown', { row: 95, column: 2 })).toEqual({ row: 99, column: 2 })
  expect(press('PageUp')).toEqual({ row: 0, column: 2 })
})

test('where there is no head to go to, the first row is the first', () => {
  expect(press('ArrowUp', { row: 0, column: 2 }, {}, { first: 0 })).toEqual({ row: 0, column: 2 })
})

test('other keys, and those of the browser, are left alone', () => {
  expect(press('a')).toBeNull()
  expect(press('ArrowLeft', undefined, { altKey: true })).toBeNull()
})
