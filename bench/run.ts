import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, loadavg, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { launch } from '../tests/support/browser.ts'
import { ADMIN_PASSWORD, startProduct } from '../tests/support/process.ts'
import { api } from './api.ts'
import { bulk } from './bulk.ts'
import { camera } from './camera.ts'
import { fillBranches, openBenchDatabase } from './database.ts'
import { exports } from './export.ts'
import { form } from './form.ts'
import { kept } from './kept.ts'
import { list } from './list.ts'
import { localSearch } from './local-search.ts'
import { aMillion } from './million.ts'
import { aMillionOrders } from './orders.ts'
import { outbox } from './outbox.ts'
import { picker } from './picker.ts'
import { fillCities, pull } from './pull.ts'
import { push } from './push.ts'
import { print, type Line } from './report.ts'
import { routeChange } from './route-change.ts'
import { scan } from './scan.ts'
import { signInStorm } from './sign-in.ts'
import { web } from './web.ts'

/**
 * Everything we claim about speed, measured beside its bare limit in one run. Nothing leaves this machine, and whatever
 * was started is stopped, whether the run ends well or not.
 */
const lines: Line[] = []
const undo: (() => unknown)[] = []
const later = (step: () => unknown) => undo.unshift(step)

/** Only these, where some are named: npm run bench -- list million */
const only = process.argv.slice(2)
async function part(name: string, work: () => Line[] | Promise<Line[]>) {
  if (only.length === 0 || only.includes(name)) lines.push(...(await work()))
}

/** Signed in anew for each part: some sign in so often that the sessions before are given up. */
async function adminAt(url: string): Promise<string> {
  const answer = await fetch(`${url}/api/auth/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password: ADMIN_PASSWORD }),
  })
  return ((await answer.json()) as { token: string }).token
}

async function measure() {
  const scratch = mkdtempSync(join(tmpdir(), 'caredesk-bench-'))
  later(() => rmSync(scratch, { recursive: true, force: true }))

  const buildStarted = performance.now()
  const built = spawnSync('npx', ['--no-install', 'vite', 'build', '--logLevel', 'warn'], { stdio: 'inherit' })
  if (built.status !== 0) throw new Error('the app does not build')
  const buildSeconds = (performance.now() - buildStarted) / 1000
  lines.push({ name: 'build', ours: buildSeconds, limit: null, unit: 's', goal: { of: 'ours', atMost: 5 } })

  const database = await openBenchDatabase(join(scratch, 'data'))
  later(() => database.stop())

  const env = { DATABASE_URL: database.url, REQUESTS_PER_MINUTE: '0' }
  const first = await startProduct({ env })
  lines.push({ name: 'first start, empty database', ours: first.readyMs / 1000, limit: null, unit: 's' })
  await first.stop()
  const product = await startProduct({ env })
  later(() => product.stop())
  const readySeconds = product.readyMs / 1000
  lines.push({
    name: 'start on an existing build',
    ours: readySeconds,
    limit: null,
    unit: 's',
    goal: { of: 'ours', atMost: 10 },
  })

  const bareArguments = ['--import', 'tsx', 'bench/bare-server.ts', database.url]
  const bare = spawn(process.execPath, bareArguments, { stdio: ['ignore', 'pipe', 'inherit'] })
  later(() => void bare.kill())
  const bareUrl = await new Promise<string>((resolve, reject) => {
    bare.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString().trim()))
    bare.once('exit', code => reject(new Error(`the bare server ended with ${code}`)))
  })

  const browser = await launch()
  later(() => browser.close())
  version = browser.version()

  const { url } = product
  const pid = product.child.pid!
  await fillCities(url, await adminAt(url))
  await part('pull', async () => pull(url, await adminAt(url), bareUrl))
  await part('push', async () => push(url, await adminAt(url), database.url))
  await part('outbox', async () => outbox(browser, url, await adminAt(url)))
  await part('kept', () => kept(browser, url))
  await part('web', () => web(browser, url, bareUrl))
  await part('route', () => routeChange(browser, url))
  await part('list', () => list(browser, url, bareUrl))
  await part('form', () => form(browser, url, bareUrl))
  await part('local', () => localSearch())
  await part('scan', () => scan(browser, url))
  await part('camera', () => camera(browser, url, bareUrl))
  await fillBranches(database.url)
  await part('picker', () => picker(browser, url, bareUrl))
  await part('api', () => api(url, bareUrl))
  await part('bulk', async () => bulk(url, await adminAt(url), database.url))
  await part('export', async () => exports(url, await adminAt(url), database.url, pid))
  await part('sign-in', () => signInStorm(url, database.url))
  await part('million', () => aMillion(browser, scratch, bareUrl))
  await part('orders', () => aMillionOrders(scratch))
}

const before = loadavg()[0]!
let version = ''
try {
  await measure()
} finally {
  for (const step of undo) await step()
  const machine = `${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.version}, Chromium ${version}`
  const load = [before, ...loadavg()].map(one => one.toFixed(1)).join(', ')
  console.log(`\n${machine}; all in one run, the median where taken more than once`)
  console.log(`processes waiting for a core before, and in the last 1, 5 and 15 minutes: ${load}\n`)
  print(lines)
}
