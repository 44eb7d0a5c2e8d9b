import { spawn } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { hasChromium } from '../tests/support/browser.ts'

/**
 * The whole proof: the checks, then every suite on the embedded database, the supervisor once more as an ordinary user,
 * and the server's suite once more on the PostgreSQL server that DATABASE_URL names. What this machine cannot run is
 * said by name, and a suite that ran fewer cases than tests/cases.json knows of has failed.
 */
type Suite = {
  /** As tests/cases.json calls it. */
  name: string
  projects: readonly string[]
  files?: string[]
  env?: Record<string, string>
  /** The account it runs as, where that is not ours. */
  uid?: number
}
type Report = {
  numPassedTests: number
  numFailedTests: number
  testResults: {
    name: string
    startTime: number
    endTime: number
    assertionResults: { status: string; fullName: string; failureMessages?: string[] }[]
  }[]
}

const NOBODY = 65_534
const expected = JSON.parse(readFileSync('tests/cases.json', 'utf8')) as Record<string, number>
const { DATABASE_URL: foreign, ...embedded } = process.env
const scratch = mkdtempSync(join(tmpdir(), 'caredesk-test-'))
// The suite that runs as another account has to get through to its own folder in it.
chmodSync(scratch, 0o711)
const notRun: string[] = []
const broken: string[] = []
const lines: string[] = []
const slowest: { seconds: number; name: string }[] = []
let passed = 0
let failed = 0

/** Runs it, and hands back what it complained about beside its cases. */
const npx = (args: string[], env: NodeJS.ProcessEnv, uid?: number) =>
  new Promise<{ code: number; said: string }>(resolve => {
    const as = uid === undefined ? {} : { uid, gid: uid }
    const child = spawn('npx', ['--no-install', ...args], { stdio: ['inherit', 'inherit', 'pipe'], env, ...as })
    let said = ''
    child.stderr.on('data', (part: Buffer) => {
      process.stderr.write(part)
      said = (said + part.toString()).slice(-100_000)
    })
    child.on('close', code => resolve({ code: code ?? 1, said }))
  })

async function run({ name, projects, files = [], env = {}, uid }: Suite) {
  const home = join(scratch, name.replaceAll(/\W+/g, '-'))
  mkdirSync(home)
  if (uid !== undefined) chownSync(home, uid, uid)
  const report = join(home, 'report.json')
  const started = Date.now()
  const as = uid === undefined ? {} : { HOME: home, TMPDIR: home }
  const { code, said } = await npx(
    [
      'vitest',
      'run',
      ...projects.flatMap(project => ['--project', project]),
      '--reporter=dot',
      '--reporter=json',
      `--outputFile.json=${report}`,
      // Another account must not need to write into the checkout.
      ...(uid === undefined ? [] : ['--configLoader', 'runner']),
      ...files,
    ],
    { ...embedded, ...env, ...as },
    uid,
  )
  const seconds = Math.round((Date.now() - started) / 1000)
  const result = readReport(report)
  passed += result?.numPassedTests ?? 0
  failed += result?.numFailedTests ?? 0
  const tests = (result?.testResults ?? []).flatMap(file => file.assertionResults)
  for (const { name: file, startTime, endTime } of result?.testResults ?? [])
    slowest.push({ seconds: Math.round((endTime - startTime) / 1000), name: `${basename(file)} (${name})` })
  const skipped = tests.filter(test => test.status === 'skipped' || test.status === 'pending')
  for (const test of tests.filter(test => test.status === 'failed'))
    broken.push(`${name}: ${test.fullName}\n    ${(test.failureMessages ?? []).join('\n').slice(0, 1_500)}`)
  notRun.push(...skipped.map(test => `${name}: ${test.fullName}`))
  const fewest = expected[name] ?? Number.POSITIVE_INFINITY
  const ran = result?.numPassedTests ?? 0
  const tooFew = ran + skipped.length < fewest
  const good = code === 0 && !tooFew
  // A runner that ends badly without a failed case has failed all the same.
  if (!good && (result?.numFailedTests ?? 0) === 0) failed += 1
  const unhandled = stripVTControlCharacters(said).match(/Unhandled (Rejection|Error)\b[^]{0,1500}/)?.[0]
  if (unhandled) broken.push(`${name}: ${unhandled}`)
  lines.push(`${good ? '✓' : '✗'} ${name}: ${ran} cases${tooFew ? `, expected at least ${fewest}` : ''}, ${seconds} s`)
}

function readReport(path: string): Report | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Report
  } catch {
    return null
  }
}

const started = Date.now()
if ((await npx(['tsx', 'scripts/check.ts'], embedded)).code === 0) lines.push('✓ checks')
else {
  failed += 1
  lines.push('✗ checks')
}
await run({ name: 'contract', projects: ['contract'] })
await run({ name: 'app', projects: ['app', 'logic'] })
await run({ name: 'server, embedded database', projects: ['server', 'devices', 'apart'] })
const supervisor = {
  name: 'supervisor, ordinary user',
  projects: ['apart'],
  files: ['tests/server/supervisor.test.ts'],
}
// Where we are an ordinary user, the suite before has been that run.
if (process.getuid?.() === 0) await run({ ...supervisor, uid: NOBODY })
if (foreign) await run({ name: 'server, PostgreSQL server', projects: ['server'], env: { DATABASE_URL: foreign } })
else notRun.push('server, PostgreSQL server: DATABASE_URL names none')
if (hasChromium()) await run({ name: 'journeys', projects: ['journeys'] })
else notRun.push('journeys: there is no Chromium (CHROMIUM_BIN names one that lies elsewhere)')
rmSync(scratch, { recursive: true, force: true })

console.log(['', ...lines].join('\n'))
const longest = slowest.toSorted((a, b) => b.seconds - a.seconds).slice(0, 12)
console.log(`\nslowest files:\n${longest.map(({ seconds, name }) => `  ${seconds} s ${name}`).join('\n')}`)
if (notRun.length > 0) console.log(`\nnot run on this machine:\n${notRun.map(line => `  ${line}`).join('\n')}`)
// Last, where a log that was cut short still has it.
if (broken.length > 0) console.log(`\nfailed:\n${broken.map(line => `  ${line}`).join('\n')}`)
console.log(`\nin ${Math.round((Date.now() - started) / 1000)} s`)
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)
