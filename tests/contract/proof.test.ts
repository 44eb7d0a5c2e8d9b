import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { filesLeftOut, notMet, skippedWithoutReason } from '../../scripts/testing/judge.ts'
import type { Case } from '../../scripts/testing/report.ts'
import { runTwice } from '../../scripts/testing/run-twice.ts'
import { filesOf, suitesOf } from '../../scripts/testing/suites.ts'

const passed = (file: string, name: string): Case => ({ file, name, status: 'passed', complaint: '' })
const skipped = (file: string, name: string): Case => ({ ...passed(file, name), status: 'skipped' })

describe('a tier of the proof', () => {
  it('has failed where a test file did not run, as one that no project includes', () => {
    const cases = [passed('src/a.test.ts', 'a')]
    expect(filesLeftOut(['src/a.test.ts', 'src/b.test.tsx'], cases)).toEqual(['no case of src/b.test.tsx ran'])
  })

  it('has failed where a case is skipped and its name does not say what it needs', () => {
    const cases = [skipped('a', 'runs as root (needs root)'), skipped('a', 'whatever')]
    expect(skippedWithoutReason(cases)).toEqual(['skipped without a reason: a: whatever'])
  })

  it('has failed where a suite over the register leaves one of its names out', () => {
    const cases = [
      passed('a', "'task' has a title"),
      passed('a', '/task/task-list: no error'),
      skipped('a', "'unit' too"),
    ]
    const over = [{ file: 'a', names: ['task', 'unit', '/task/task-list', '/task/task', '/task'] }]
    expect(notMet(over, cases)).toEqual(['unit', '/task/task', '/task'].map(name => `a has no passed case of ${name}`))
  })

  it('shares all test files with the other one, each in one of them', () => {
    const both = [...filesOf('fast'), ...filesOf('deep')]
    expect(new Set(both).size).toBe(both.length)
    expect(filesOf('fast')).toContain('tests/contract/proof.test.ts')
  })

  it('says what a machine without Chromium, a database server and the next Node leaves out', () => {
    const bare = { chromium: false, foreign: undefined, root: false, nextNode: undefined }
    expect(suitesOf('fast', bare).notRun).toHaveLength(1)
    expect(suitesOf('deep', bare).notRun).toHaveLength(3)
    const all = suitesOf('deep', { chromium: true, foreign: 'postgresql://x', root: true, nextNode: '/node/bin' })
    expect(all.notRun).toEqual([])
    expect(all.suites.map(({ env }) => env?.DATABASE_URL)).toContain('postgresql://x')
    expect(all.suites.map(({ env }) => env?.PATH?.split(':')[0])).toContain('/node/bin')
  })
})

/** Files of one case each, by what stands in it; the runner that runs them is the real one. */
async function prove(bodies: Readonly<Record<string, string>>) {
  mkdirSync('node_modules/.cache', { recursive: true })
  const folder = mkdtempSync(join('node_modules/.cache', 'proof-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const log = vi.spyOn(console, 'log').mockImplementation(() => {})
  onTestFinished(() => log.mockRestore())
  const marks = JSON.stringify(join(process.cwd(), folder, 'mark-'))
  for (const [name, body] of Object.entries(bodies)) {
    const lines = [
      "import { existsSync, writeFileSync } from 'node:fs'",
      "import { expect, it } from 'vitest'",
      `const mark = ${marks} + '${name}'`,
      'const again = existsSync(mark)',
      "writeFileSync(mark, '')",
      `it('works', () => { ${body} })`,
    ]
    writeFileSync(join(folder, `${name}.test.ts`), lines.join('\n'))
  }
  const config = join(folder, 'runner.config.mjs')
  const test = `{ name: 'proof', root: process.cwd(), include: ['${folder}/*.test.ts'], exclude: [] }`
  writeFileSync(config, `export default { root: process.cwd(), test: ${test} }`)
  const proof = await runTwice({ name: 'proof', projects: [], config, quiet: true }, folder)
  const short = (text: string) => text.split('\n')[0]?.replaceAll(`${relative('.', folder)}/`, '')
  return {
    wrong: proof.wrong.map(short).toSorted((a = '', b = '') => a.localeCompare(b)),
    flaky: proof.flaky.map(short),
    cases: proof.cases,
  }
}

const SECOND_TIME = "expect(again, 'not the first time').toBe(true)"
const NEVER = "expect(1, 'never').toBe(2)"

describe('a suite of the proof', () => {
  it('is green and tells what was flaky, where what failed passes when it runs once more alone', async () => {
    const { wrong, flaky, cases } = await prove({ steady: '', unsteady: SECOND_TIME })
    expect(wrong).toEqual([])
    expect(flaky).toEqual([
      expect.stringMatching(/^flaky: unsteady\.test\.ts › works: AssertionError: not the first time/),
    ])
    expect(cases.map(({ status }) => status)).toEqual(['passed', 'passed'])
  })

  it('is red where it fails again, by its second words; what else passed then is told as flaky', async () => {
    const { wrong, flaky } = await prove({ broken: NEVER, unsteady: SECOND_TIME })
    expect(wrong).toEqual(['proof: broken.test.ts: works'])
    expect(flaky).toHaveLength(1)
  })

  it('is red at once where more than five files fail', async () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f']
    const { wrong, flaky } = await prove(Object.fromEntries(names.map(name => [name, SECOND_TIME])))
    expect(wrong).toEqual(names.map(name => `proof: ${name}.test.ts: works`))
    expect(flaky).toEqual([])
  })

  it('is red where a file does not load, or where an error was caught by nobody', async () => {
    const { wrong } = await prove({
      unread: "}); throw new Error('no'); it('', () => {",
      later: 'void Promise.reject(new Error("late"))',
    })
    expect(wrong).toEqual(['proof: later.test.ts: caught by no case', 'proof: unread.test.ts: the file itself'])
  })
})
