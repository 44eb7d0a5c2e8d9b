import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { hasChromium } from '../tests/support/browser.ts'
import { changed } from './testing/changed.ts'
import { filesLeftOut, notMet, overRegister, skippedWithoutReason } from './testing/judge.ts'
import type { Case } from './testing/report.ts'
import { run, runSuite } from './testing/run-suite.ts'
import { filesOf, suitesOf, type Suite, type Tier } from './testing/suites.ts'

/** Runs all of a tier, says what came of it, and answers the code to end with. */
async function prove(tier: Tier): Promise<number> {
  const started = Date.now()
  const scratch = mkdtempSync(join(tmpdir(), 'caredesk-test-'))
  // The suite that runs as another account has to get through to its own folder in it.
  chmodSync(scratch, 0o711)
  const has = { chromium: hasChromium(), foreign: process.env.DATABASE_URL, root: process.getuid?.() === 0 }
  const { suites, notRun } = suitesOf(tier, has)
  const lines: string[] = []
  const wrong: string[] = []
  const slowest: { seconds: number; name: string }[] = []
  const cases: Case[] = []

  if (tier === 'fast') {
    const { code } = await run('tsx', ['scripts/check.ts'])
    lines.push(`${code === 0 ? '✓' : '✗'} checks, ${secondsSince(started)} s`)
    if (code !== 0) wrong.push('checks: what is wrong stands above')
  }
  for (const suite of suites) {
    const outcome = await runSuite(suite, scratch)
    const complaints = complaintsOf(suite, outcome)
    wrong.push(...complaints)
    cases.push(...outcome.cases)
    slowest.push(...outcome.files.map(file => ({ ...file, name: `${basename(file.name)} (${suite.name})` })))
    const passed = outcome.cases.filter(({ status }) => status === 'passed').length
    lines.push(`${complaints.length === 0 ? '✓' : '✗'} ${suite.name}: ${passed} cases, ${outcome.seconds} s`)
  }
  rmSync(scratch, { recursive: true, force: true })

  const expected = filesOf(tier).filter(file => has.chromium || !/^tests\/(journeys|screens)\//.test(file))
  wrong.push(...filesLeftOut(expected, cases), ...skippedWithoutReason(cases))
  if (tier === 'fast') wrong.push(...notMet(overRegister, cases))
  notRun.push(...cases.filter(({ status }) => status === 'skipped').map(({ name }) => name))

  console.log(['', ...lines].join('\n'))
  const longest = slowest.toSorted((a, b) => b.seconds - a.seconds).slice(0, 12)
  console.log(
    list(
      'slowest files',
      longest.map(({ seconds, name }) => `${Math.round(seconds)} s ${name}`),
    ),
  )
  console.log(list('not run on this machine', notRun))
  // Last, where a log that was cut short still has it.
  console.log(list('failed', wrong))
  console.log(`\n${tier} tier in ${secondsSince(started)} s`)
  console.log(`${cases.filter(({ status }) => status === 'passed').length} passed, ${wrong.length} failed`)
  return wrong.length === 0 ? 0 : 1
}

/** What is wrong with a suite's run: its red cases, errors that no case has caught, a runner that ended badly. */
function complaintsOf({ name }: Suite, { cases, code, unhandled }: Awaited<ReturnType<typeof runSuite>>): string[] {
  const red = cases.filter(({ status }) => status === 'failed')
  const told = red.map(one => `${name}: ${one.file}: ${one.name}\n    ${one.complaint.slice(0, 1_500)}`)
  if (unhandled) told.push(`${name}: ${unhandled}`)
  return told.length === 0 && code !== 0 ? [`${name}: the runner ended with ${code}`] : told
}

const secondsSince = (time: number) => Math.round((Date.now() - time) / 1000)
const list = (title: string, entries: readonly string[]) =>
  entries.length === 0 ? '' : `\n${title}:\n${entries.map(line => `  ${line}`).join('\n')}`

/*
 * The proof, in two tiers (docs/testing.md). `npm test` is the fast one, with the checks; `npm run test:deep` the deep one;
 * `npm run test:changed` what the change since main can break; `npm test -- FILE` one file of either tier with its setup.
 */
const [first, ...more] = process.argv.slice(2)
if (first === '--changed') process.exit((await run('vitest', ['run', '--passWithNoTests', ...changed()])).code)
else if (first && first !== '--deep') process.exit((await run('vitest', ['run', first, ...more])).code)
else process.exit(await prove(first === '--deep' ? 'deep' : 'fast'))
