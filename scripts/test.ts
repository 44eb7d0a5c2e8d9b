import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * The whole proof: the checks, then every suite on the embedded database, then the server's suite once more on the
 * PostgreSQL server that DATABASE_URL names. What a machine cannot run is said by name, and a suite that ran fewer
 * cases than tests/cases.json knows of has failed.
 */
type Suite = { name: string; project: string; env?: Record<string, string> }
type Report = {
  numPassedTests: number
  numFailedTests: number
  testResults: { assertionResults: { status: string; fullName: string }[] }[]
}

const expected = JSON.parse(readFileSync('tests/cases.json', 'utf8')) as Record<string, number>
const { DATABASE_URL: foreign, ...embedded } = process.env
const scratch = mkdtempSync(join(tmpdir(), 'caredesk-test-'))
const notRun: string[] = []
const lines: string[] = []
let passed = 0
let failed = 0

const npx = (args: string[], env: NodeJS.ProcessEnv) =>
  new Promise<number>(resolve => {
    spawn('npx', ['--no-install', ...args], { stdio: 'inherit', env }).on('close', code => resolve(code ?? 1))
  })

async function run({ name, project, env = {} }: Suite) {
  const report = join(scratch, `${name.replaceAll(' ', '-')}.json`)
  const started = Date.now()
  const code = await npx(
    ['vitest', 'run', '--project', project, '--reporter=dot', '--reporter=json', `--outputFile.json=${report}`],
    { ...embedded, ...env },
  )
  const seconds = Math.round((Date.now() - started) / 1000)
  let result: Report
  try {
    result = JSON.parse(readFileSync(report, 'utf8')) as Report
  } catch {
    failed += 1
    lines.push(`✗ ${name}: no report after ${seconds} s`)
    return
  }
  passed += result.numPassedTests
  failed += result.numFailedTests
  for (const file of result.testResults)
    for (const test of file.assertionResults)
      if (test.status === 'skipped' || test.status === 'pending') notRun.push(`${name}: ${test.fullName}`)
  const fewest = expected[project] ?? 0
  const skipped = notRun.filter(line => line.startsWith(`${name}: `)).length
  const tooFew = result.numPassedTests + skipped < fewest
  if ((code !== 0 || tooFew) && result.numFailedTests === 0) failed += 1
  const verdict = code === 0 && !tooFew ? '✓' : '✗'
  const cases = `${result.numPassedTests} cases${tooFew ? `, expected at least ${fewest}` : ''}`
  lines.push(`${verdict} ${name}: ${cases}, ${seconds} s`)
}

const started = Date.now()
if ((await npx(['tsx', 'scripts/check.ts'], embedded)) !== 0) {
  failed += 1
  lines.push('✗ checks')
} else lines.push('✓ checks')
await run({ name: 'contract', project: 'contract' })
await run({ name: 'app', project: 'app' })
await run({ name: 'server, embedded database', project: 'server' })
if (foreign) await run({ name: 'server, PostgreSQL server', project: 'server', env: { DATABASE_URL: foreign } })
else notRun.push('server, PostgreSQL server: DATABASE_URL names none')
await run({ name: 'journeys', project: 'journeys' })
rmSync(scratch, { recursive: true, force: true })

console.log(['', ...lines].join('\n'))
if (notRun.length > 0) console.log(`\nnot run on this machine:\n${notRun.map(line => `  ${line}`).join('\n')}`)
console.log(`\nin ${Math.round((Date.now() - started) / 1000)} s`)
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)
