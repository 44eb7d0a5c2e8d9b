import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { namedIn, runs } from '../support/named-tests.ts'

/** The page of what is promised: the tables whose last column names tests, and the one of what is not the newest. */
const page = readFileSync('docs/security.md', 'utf8')
/** The threat matrix, a row for each attack. */
const matrix = readFileSync('docs/testing/what-protects-data.md', 'utf8')
const rowsBelow = (head: RegExp): string[] =>
  page.split(/\n\n/).flatMap(part => {
    const [first = '', , ...rows] = part.trim().split('\n')
    return head.test(first) ? rows : []
  })
const promises = rowsBelow(/^\| Promise \|.*\| Test \|$/)
const named = promises.flatMap(row => namedIn(row))
const filesIn = (row: string) => [...row.matchAll(/`([^`]+\.test\.tsx?)`/g)].map(([, file]) => file!)
/** The attacks that a promise answers; a dash where none speaks of it. */
const matrixOf = (row: string) => row.split(' | ')[1] ?? ''

describe('what is promised', () => {
  it('names its rows of the matrix, or that there is none', () => {
    expect(promises.length).toBeGreaterThan(50)
    const isRow = (id: string) => id === '–' || matrix.includes(`\n| ${id} |`)
    expect(promises.filter(row => !matrixOf(row).split(', ').every(isRow))).toEqual([])
  })

  it('names its tests, each by its file and its own name', () => {
    expect(promises.filter(row => namedIn(row).length === 0)).toEqual([])
    expect(promises.filter(row => filesIn(row).length !== namedIn(row).length)).toEqual([])
  })

  it.each(named)('%s has "%s", and it is not skipped', (file, name) => {
    expect(runs(file, name)).toMatch(/always|sometimes/)
  })
})

it('what is not the newest stands there with the version that is installed, a day and a reason', () => {
  const installed: Record<string, string> = { ...manifest.dependencies, ...manifest.devDependencies }
  const rows = rowsBelow(/^\| Package \| Stays at \|/)
  expect(rows.length).toBeGreaterThan(0)
  for (const row of rows) {
    const [, name, version, day, why] = /^\| `(\S+)` \| (\S+) \| \S+ \| (\d{4}-\d\d-\d\d) \| (.+) \|$/.exec(row) ?? []
    expect(installed[name ?? ''], row).toBe(version)
    expect(Date.parse(day!), why).toBeGreaterThan(0)
  }
})
