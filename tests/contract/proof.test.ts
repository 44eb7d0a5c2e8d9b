import { describe, expect, it } from 'vitest'
import { filesLeftOut, notMet, skippedWithoutReason } from '../../scripts/testing/judge.ts'
import type { Case } from '../../scripts/testing/report.ts'
import { filesOf, suitesOf } from '../../scripts/testing/suites.ts'

const passed = (file: string, name: string): Case => ({ file, name, status: 'passed', complaint: '' })
const skipped = (file: string, name: string): Case => ({ ...passed(file, name), status: 'skipped' })

describe('a tier of the proof has failed', () => {
  it('where a test file did not run, as one that no project includes', () => {
    const cases = [passed('src/a.test.ts', 'a')]
    expect(filesLeftOut(['src/a.test.ts', 'src/b.test.tsx'], cases)).toEqual(['no case of src/b.test.tsx ran'])
  })

  it('where a case is skipped and its name does not say what it needs', () => {
    const cases = [skipped('a', 'runs as root (needs root)'), skipped('a', 'whatever')]
    expect(skippedWithoutReason(cases)).toEqual(['skipped without a reason: a: whatever'])
  })

  it('where a suite over the register leaves one of its names out', () => {
    const cases = [
      passed('a', "'task' has a title"),
      passed('a', '/task/task-list: no error'),
      skipped('a', "'unit' too"),
    ]
    const over = [{ file: 'a', names: ['task', 'unit', '/task/task-list', '/task/task', '/task'] }]
    expect(notMet(over, cases)).toEqual(['unit', '/task/task', '/task'].map(name => `a has no passed case of ${name}`))
  })
})

describe('the two tiers', () => {
  it('have every test file once', () => {
    const both = [...filesOf('fast'), ...filesOf('deep')]
    expect(new Set(both).size).toBe(both.length)
    expect(filesOf('fast')).toContain('tests/contract/proof.test.ts')
  })

  it('say what a machine without Chromium and without a database server leaves out', () => {
    const bare = { chromium: false, foreign: undefined, root: false }
    expect(suitesOf('fast', bare).notRun).toHaveLength(1)
    expect(suitesOf('deep', bare).notRun).toHaveLength(2)
    expect(
      suitesOf('deep', { ...bare, foreign: 'postgresql://x' }).suites.map(({ env }) => env?.DATABASE_URL),
    ).toContain('postgresql://x')
  })
})
