import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { hasChromium } from '../tests/support/chromium.ts'
import { changed } from './testing/changed.ts'
import { filesLeftOut, notMet, overRegister, skippedWithoutReason } from './testing/judge.ts'
import type { Case } from './testing/report.ts'
import { run } from './testing/run-suite.ts'
import { runTwice } from './testing/run-twice.ts'
import { checksOf, filesOf, suitesOf, type Tier } from './testing/suites.ts'

/** Runs all of a tier, says what came of it, and answers the code to end with. */
async function prove(tier: Tier): Promise<number> {
  const started = Date.now()
  const scratch = mkdtempSync(join(tmpdir(), 'caredesk-test-'))
  // The suite that runs as another account has to get through to its own folder in it.
  chmodSync(scratch, 0o711)
  const { DATABASE_URL: foreign, NEXT_NODE_BIN: nextNode } = process.env
  const has = { chromium: hasChromium(), foreign, root: process.getuid?.() === 0, nextNode }
  const { suites, notRun } = suitesOf(tier, has)
  const lines: string[] = []
  const wrong: string[] = []
  const flaky: string[] = []
  const slowest: { seconds: number; name: string }[] = []
  const cases: Case[] = []

  for (const [name, script] of Object.entries(checksOf(tier))) {
    const began = Date.now()
    const { code } = await run('tsx', [script])
    lines.push(`${code === 0 ? '✓' : '✗'} ${name}, ${secondsSince(began)} s`)
    if (code !== 0) wrong.push(`${name}: what is wrong stands above`)
  }
  for (const suite of suites) {
    const outcome = await runTwice(suite, scratch)
    wrong.push(...outcome.wrong)
    flaky.push(...outcome.flaky)
    cases.push(...outcome.cases)
    slowest.push(...outcome.files.map(file => ({ ...file, name: `${basename(file.name)} (${suite.name})` })))
    const passed = outcome.cases.filter(({ status }) => status === 'passed').length
    lines.push(`${outcome.wrong.length === 0 ? '✓' : '✗'} ${suite.name}: ${passed} cases, ${outcome.seconds} s`)
  }
  rmSync(scratch, { recursive: true, force: true })

  const expected = filesOf(tier).filter(file => has.chromium || !/^tests\/(journeys|screens)\//.test(file))
  wrong.push(...filesLeftOut(expected, cases), ...skippedWithoutReason(cases))
  if (tier === 'fast') wrong.push(...notMet(overRegister, cases))
  notRun.push(...cases.filter(({ status }) => status === 'skipped').map(({ name }) => name))

  console.log(['', ...lines].join('\n'))
  const longest = slowest.toSorted((a, b) => b.seconds - a.seconds).slice(0, 30)
  console.log(
    list(
      'slowest files',
      longest.map(({ seconds, name }) => `${Math.round(seconds)} s ${name}`),
    ),
  )
  console.log(list('not run on this machine', notRun))
  // Last, where a log that was cut short still has it.
  console.log(list('failed', wrong))
  if (flaky.length > 0) console.log(`\n${flaky.join('\n')}`)
  console.log(`\n${tier} tier in ${secondsSince(started)} s`)
  console.log(`${cases.filter(({ status }) => status === 'passed').length} passed, ${wrong.length} failed`)
  return wrong.length === 0 ? 0 : 1
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
