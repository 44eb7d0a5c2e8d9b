import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import packageJson from '../../package.json' with { type: 'json' }
import { billOf } from '../../vite.sbom.ts'
import {
  complaintsOf,
  findingsIn,
  findingsOf,
  isOlder,
  waiversIn,
  type Listed,
} from '../../scripts/testing/advisories.ts'
import { checksOf } from '../../scripts/testing/suites.ts'

const advisory = {
  id: 'GHSA-aaaa-bbbb-cccc',
  package: 'ws',
  from: '8.0.0',
  below: '8.17.1',
  severity: 'high',
  title: 'x',
}
const { severity, title, id } = advisory
const finding = { id, package: 'ws', severity, title }
const lockOf = (packages: Record<string, string>) =>
  JSON.stringify({
    packages: Object.fromEntries(Object.entries(packages).map(([path, version]) => [path, { version }])),
  })

describe('what is known of packages', () => {
  test('is read from what the registry answers, each once', () => {
    const via = { source: 1, name: 'ws', url: `https://github.com/advisories/${id}`, severity, title }
    const answer = { vulnerabilities: { ws: { via: [via] }, above: { via: ['ws', via] } } }
    expect(findingsIn(JSON.stringify(answer))).toEqual([finding])
    expect(findingsIn(JSON.stringify({ vulnerabilities: {} }))).toEqual([])
  })

  test.each(['', 'no json', '{"message":"405 Method Not Allowed","error":{}}'])(
    'is not read from anything else: %s',
    answer => expect(findingsIn(answer)).toBeNull(),
  )

  test.each([
    ['8.17.0', 1],
    ['8.17.1', 0],
    ['8.17.1-beta.1', 1],
    ['7.5.9', 0],
    ['10.0.0', 0],
  ])('is found by the list in version %s: %i', (version, count) => {
    const listed: Listed = { dated: '2026-01-01', advisories: [advisory] }
    const lock = lockOf({ '': '1.0.0', 'node_modules/a/node_modules/ws': version, 'node_modules/wss': '8.0.0' })
    expect(findingsOf(listed, lock)).toHaveLength(count)
  })

  test('versions are compared by number', () => {
    expect([isOlder('9.10.0', '9.9.9'), isOlder('9.9.9', '9.10.0'), isOlder('1.0.0', '1.0.0')]).toEqual([
      false,
      true,
      false,
    ])
  })

  test('is waived until a day, for one package', () => {
    const page = `| Advisory | Package | Until | Why |\n| --- | --- | --- | --- |\n| ${id} | ws | 2026-12-31 | not reached |\n`
    expect(complaintsOf([finding], waiversIn(page), '2026-12-31')).toEqual([])
    expect(complaintsOf([finding], waiversIn(page), '2027-01-01')).toEqual([finding])
    expect(complaintsOf([{ ...finding, package: 'other' }], waiversIn(page), '2026-12-31')).toHaveLength(1)
  })

  test('is nothing of what is installed, by the list', () => {
    const listed = JSON.parse(readFileSync('docs/advisories.json', 'utf8')) as Listed
    expect(listed.advisories.length).toBeGreaterThan(0)
    const waivers = waiversIn(readFileSync('docs/security.md', 'utf8'))
    expect(complaintsOf(findingsOf(listed, readFileSync('package-lock.json', 'utf8')), waivers, listed.dated)).toEqual(
      [],
    )
  })

  test('is asked for with every proof of main, and judged by the list where the registry does not answer', () => {
    expect(Object.values(checksOf('fast'))).toContain('scripts/audit.ts')
    // Nobody listens there.
    const env = { ...process.env, npm_config_registry: 'http://127.0.0.1:9/', npm_config_fetch_retries: '0' }
    const { status, stdout } = spawnSync('node_modules/.bin/tsx', ['scripts/audit.ts'], { encoding: 'utf8', env })
    expect(stdout).toMatch(/^✓ audit by the list of \d{4}-\d\d-\d\d, because the registry does not answer: 0 found/m)
    expect(status).toBe(0)
  })

  test('no address of where packages come from stands in the lock file', () => {
    expect(readFileSync('package-lock.json', 'utf8')).not.toMatch(/"resolved"/)
  })
})

test('what a build for production is made of is no less', () => {
  vi.stubEnv('NODE_ENV', 'production')
  onTestFinished(() => void vi.unstubAllEnvs())
  expect(billOf()).toContain('"pkg:npm/react@')
})

test('what app and server are made of is said in CycloneDX, every package with its version and its hash', () => {
  type Part = { name: string; version: string; purl: string; hashes?: unknown[] }
  type Bill = { bomFormat: string; metadata: { component: { name: string } }; components: Part[] }
  const bill = JSON.parse(billOf()) as Bill
  expect([bill.bomFormat, bill.metadata.component.name]).toEqual(['CycloneDX', packageJson.name])
  const said = new Map(bill.components.map(part => [part.name, part]))
  for (const [name, version] of Object.entries(packageJson.dependencies))
    expect(said.get(name), name).toMatchObject({ version, purl: expect.stringContaining('pkg:npm/') })
  expect(said.has('vitest')).toBe(false)
})
