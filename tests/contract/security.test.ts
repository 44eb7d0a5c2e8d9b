import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { namedIn, runs } from '../support/named-tests.ts'

/** The page of what is promised: the tables whose last column names tests, and the one of what is not the newest. */
const page = readFileSync('docs/security.md', 'utf8')
const rowsBelow = (head: RegExp): string[] =>
  page.split(/\n\n/).flatMap(part => {
    const [first = '', , ...rows] = part.trim().split('\n')
    return head.test(first) ? rows : []
  })
const promises = rowsBelow(/^\| Promise \|.*\| Test \|$/)
const named = promises.flatMap(row => namedIn(row))
const filesIn = (row: string) => [...row.matchAll(/`([^`]+\.test\.tsx?)`/g)].map(([, file]) => file!)

const here = ['contract', 'server', 'src', 'sw', 'tests'].flatMap(folder =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map(name => join(folder, name)),
)
const names = new Set(here.map(file => basename(file)))

describe('what is promised', () => {
  it('names test files that are there, each promise one', () => {
    expect(promises.length).toBeGreaterThan(40)
    expect(promises.filter(row => filesIn(row).length === 0)).toEqual([])
    const isThere = (file: string) => (file.includes('/') ? existsSync(file) : names.has(file))
    expect(promises.flatMap(filesIn).filter(file => !isThere(file))).toEqual([])
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
