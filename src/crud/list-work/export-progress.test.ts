import { expect, test } from 'vitest'
import { exportProgress } from './export-progress.ts'

const part = (text: string) => new TextEncoder().encode(text)
const said = new Headers({ 'x-rows': '3' })

test('rows of text are counted as they come, whatever stands in their cells', () => {
  const add = exportProgress('csv')
  expect(add(part('Name,Note\r'), said)).toEqual({ bytes: 10, rows: 0, total: 3 })
  expect(add(part('\nA,"two\r\nli'), said).rows).toBe(0)
  expect(add(part('nes, ""quoted"""\r\nB,\r\n'), said).rows).toBe(2)
  expect(add(part('C,"x'), said).rows).toBe(2)
  expect(add(part('"\r\n'), said)).toMatchObject({ rows: 3, total: 3 })
})

test('a packed file tells how many rows there are, and a selection does not', () => {
  expect(exportProgress('xlsx')(part('\n\n'), said)).toEqual({ bytes: 2, rows: null, total: 3 })
  expect(exportProgress('xlsx')(part('\n'), new Headers())).toEqual({ bytes: 1, rows: null, total: null })
})
