import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { namedIn, runs } from '../support/named-tests.ts'

/** The checklist by which the app is graded: each row with its weight, its grade and its tests. */
const page = readFileSync('docs/ux.md', 'utf8')
const rows = page
  .split('\n')
  .filter(line => /^\| \d+ /.test(line))
  .map(line => {
    const [number, , weight, grade, , missing] = line.split(' | ').map(cell => cell.replaceAll(/^\||\|$/g, '').trim())
    const isGate = weight!.endsWith('G')
    return {
      number: Number(number),
      weight: Number.parseInt(weight!, 10),
      isGate,
      grade: Number(grade),
      missing: missing!,
      tests: namedIn(line),
    }
  })
const named = rows.flatMap(({ number, tests }) => tests.map(([file, name]) => [number, file, name] as const))
const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0)

describe('the checklist of what is good to use', () => {
  it('has every row once, with a weight and a grade', () => {
    expect(rows.map(({ number }) => number)).toEqual(Array.from({ length: 112 }, (_, at) => at + 1))
    expect(rows.filter(({ weight, grade }) => ![1, 2, 3].includes(weight) || ![0, 1, 2].includes(grade))).toEqual([])
  })

  it('says at its head what the rows come to', () => {
    const points = sum(rows.map(({ weight, grade }) => weight * grade))
    const most = 2 * sum(rows.map(({ weight }) => weight))
    const gates = rows.filter(({ isGate }) => isGate)
    expect(page).toContain(`${points} of ${most} points, ${((100 * points) / most).toFixed(1)} %`)
    expect(page).toContain(`${gates.filter(({ grade }) => grade === 2).length} of ${gates.length} gates`)
  })

  it('grades nothing full that no test shows, and says of everything else what is missing', () => {
    expect(rows.filter(({ grade, tests }) => grade === 2 && tests.length === 0)).toEqual([])
    expect(rows.filter(({ grade, missing }) => (missing === '') !== (grade === 2))).toEqual([])
  })

  it.each(named)('%d: %s has "%s", and it is not skipped', (_, file, name) => {
    expect(runs(file, name)).toMatch(/always|sometimes/)
  })
})
