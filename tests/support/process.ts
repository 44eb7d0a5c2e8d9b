import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './free-port.ts'

export const ADMIN_PASSWORD = 'correct-horse-battery-42'

export type Product = { url: string; dataDir: string; readyMs: number; child: ChildProcess; stop(): Promise<void> }

type ProductOptions = {
  dataDir?: string
  env?: Record<string, string>
  /** The same address as before, for a server that takes the place of another one. */
  port?: number
  /** Where the release lies that is started; this one, unless it is said otherwise. */
  root?: string
}

/** Starts the shipped server as its own process, on its own data folder and port, and waits until it is ready. */
export async function startProduct(options: ProductOptions = {}): Promise<Product> {
  const dataDir = options.dataDir ?? join(mkdtempSync(join(tmpdir(), 'caredesk-')), 'data')
  const port = options.port ?? (await freePort())
  const url = `http://127.0.0.1:${port}`
  const { DATABASE_URL: _, ...env } = process.env
  const started = performance.now()
  const child = spawn(process.execPath, ['--import', 'tsx', 'server/main.ts'], {
    ...(options.root ? { cwd: options.root } : {}),
    env: {
      ...env,
      PORT: String(port),
      HOST: '127.0.0.1',
      CAREDESK_DATA_DIR: dataDir,
      CAREDESK_ADMIN_PASSWORD: ADMIN_PASSWORD,
      LOG_LEVEL: 'warn',
      // Two browsers and two databases share these cores: what is shown here is no overload.
      BUSY_AFTER_MS: '10000',
      ...options.env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  child.stdout.on('data', chunk => (said += chunk))
  child.stderr.on('data', chunk => (said += chunk))

  const stop = () =>
    new Promise<void>(resolve => {
      const done = () => {
        if (!options.dataDir) rmSync(join(dataDir, '..'), { recursive: true, force: true })
        resolve()
      }
      if (child.exitCode !== null || child.signalCode !== null) return done()
      child.once('exit', done)
      child.kill('SIGTERM')
    })

  // A bound for what hangs: how fast it starts is measured elsewhere.
  for (let tries = 0; tries < 1_800; tries += 1) {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}:\n${said}`)
    const ready = await fetch(`${url}/ready`).catch(() => null)
    if (ready?.ok) return { url, dataDir, readyMs: performance.now() - started, child, stop }
    await new Promise(resolve => setTimeout(resolve, 50))
  }
  await stop()
  throw new Error(`the server was not ready within 90 s:\n${said}`)
}
