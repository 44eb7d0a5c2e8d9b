import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'vite'
import { launch } from '../tests/support/browser.ts'
import { ADMIN_PASSWORD, startProduct } from '../tests/support/process.ts'
import { api } from './api.ts'
import { fillBranches, openBenchDatabases } from './database.ts'
import { fillCities, pull } from './pull.ts'
import { print, type Line } from './report.ts'
import { web } from './web.ts'

/** Everything we claim about speed, measured beside its bare limit in one run. Nothing leaves this machine. */
const scratch = mkdtempSync(join(tmpdir(), 'caredesk-bench-'))
const lines: Line[] = []

const started = performance.now()
await build({ logLevel: 'error' })
lines.push({
  name: 'build',
  ours: (performance.now() - started) / 1000,
  limit: null,
  unit: 's',
  goal: { of: 'ours', atMost: 5 },
})

const databases = await openBenchDatabases(join(scratch, 'data'))
const bare = spawn(process.execPath, ['--import', 'tsx', 'bench/bare-server.ts', databases.bareUrl], {
  stdio: ['ignore', 'pipe', 'inherit'],
})
const { port } = await new Promise<{ port: number }>((resolve, reject) => {
  bare.stdout.once('data', (chunk: Buffer) => resolve(JSON.parse(chunk.toString()) as { port: number }))
  bare.once('exit', code => reject(new Error(`the bare server ended with ${code}`)))
})
const bareUrl = `http://127.0.0.1:${port}`

const env = { DATABASE_URL: databases.productUrl, REQUESTS_PER_MINUTE: '10000000' }
const first = await startProduct({ env })
await first.stop()
const product = await startProduct({ env })
lines.push({
  name: 'start on an existing build and database',
  ours: product.readyMs / 1000,
  limit: null,
  unit: 's',
  goal: { of: 'ours', atMost: 10 },
})

const browser = await launch()
try {
  const answer = await fetch(`${product.url}/api/auth/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password: ADMIN_PASSWORD }),
  })
  const { token } = (await answer.json()) as { token: string }
  await fillCities(product.url, token)
  lines.push(...(await pull(product.url, token, bareUrl)))
  lines.push(...(await web(browser, product.url, bareUrl)))
  await fillBranches(databases.productUrl)
  lines.push(...(await api(product.url, token, bareUrl)))
} finally {
  await browser.close()
  await product.stop()
  bare.kill()
  await databases.stop()
  rmSync(scratch, { recursive: true, force: true })
}

console.log(
  `\n${cpus().length} cores, Node ${process.version}; all figures of one run, medians where a figure was taken more than once\n`,
)
print(lines)
