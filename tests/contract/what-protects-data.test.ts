import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

/** The page that says of each rule and of each attack which test files hold it. */
const lines = readFileSync('docs/testing/what-protects-data.md', 'utf8').split('\n')
const rows = lines
  .filter(line => /^\| (\d+|[A-Z]{2}-\d{2}) \|/.test(line))
  .map(line => {
    const [id, , last] = line.split('|').slice(1, -1)
    const where = last!.trim()
    return { id: id!.trim(), where, files: [...where.matchAll(/`([^`]+)`/g)].map(([, file]) => file!) }
  })
/** What is held names files and nothing else; what is not says why. */
const held = rows.filter(({ where }) => /^(`[^`]+`(<br>)?)+$/.test(where))
const bare = rows.filter(row => !held.includes(row))

/** What must never fail to hold while work waits on devices. */
const INVARIANTS = 15
/** The rows of the threat matrix, by their part. What it leaves out was given up, and is not counted anew. */
const matrix: Readonly<Record<string, readonly number[]>> = {
  AZ: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 14, 15, 17, 18, 20, 21, 22, 23, 24, 26, 28],
  AN: [1, 2, 3, 4, 5, 6, 8, 9, 11, 12, 13, 15, 16, 17, 18, 19, 20, 22, 23, 24, 25, 26, 28, 29],
  IN: [1, 2, 3, 5, 6, 7, 8, 10, 11, 12, 13, 14, 16, 17, 18, 19, 21, 23, 25, 26, 28],
  HT: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14, 16, 17, 18, 19, 21, 22, 24, 25, 27, 28, 29, 30],
  CS: [1, 2, 3, 5, 6, 8, 9, 10, 11, 12, 15, 16, 18, 19, 20],
  WS: [1, 2, 3, 4, 7, 8, 10, 11],
  BL: [1, 2, 5, 6, 7, 10, 11, 12, 14],
  AU: [1, 2, 3, 4, 6, 7],
  BK: [1, 3, 4, 5, 6, 7],
  MG: [1, 3, 4, 5, 6],
  SD: [1, 3, 4],
  DB: [1, 3, 5, 6, 7, 9, 10, 11, 12],
  CK: [1, 3],
  LS: [1, 2, 4, 5],
  SC: [1, 2, 3, 4, 5, 7, 8],
}
const expected = [
  ...Array.from({ length: INVARIANTS }, (_, at) => String(at + 1)),
  ...Object.entries(matrix).flatMap(([part, numbers]) =>
    numbers.map(number => `${part}-${String(number).padStart(2, '0')}`),
  ),
]

/** How many of them nothing shows. It may only become smaller. */
const WITHOUT = 21

describe('what protects data', () => {
  it('is told of every rule of offline work and of every row of the threat matrix, once', () => {
    expect(rows.map(({ id }) => id).toSorted()).toEqual(expected.toSorted())
  })

  it.each(held)('$id is held by test files that are there', ({ files }) => {
    expect(files.filter(file => !/\.test\.tsx?$/.test(file) || !existsSync(file))).toEqual([])
  })

  it('is left without a test for a reason, and for no more of them than there are', () => {
    expect(bare.filter(({ where }) => where === '')).toEqual([])
    expect(bare.length).toBe(WITHOUT)
  })
})
