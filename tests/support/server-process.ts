import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { vi } from 'vitest'
import { freePort } from './free-port.ts'

export const newDataDir = () => {
  const folder = mkdtempSync(join(tmpdir(), 'caredesk-process-'))
  return { dataDir: join(folder, 'data'), remove: () => rmSync(folder, { recursive: true, force: true }) }
}

export type ServerProcess = {
  child: ChildProcess
  url: string
  /** What people are told. */
  said: () => string
  /** What is written down. */
  logged: () => string
  ready(): Promise<void>
  /** The code it ended with. */
  ended: Promise<number | null>
}

const bare = [process.execPath, '--import', 'tsx', 'server/main.ts']

/** The shipped server as a process of its own; it need not get as far as being ready. `command`: how it is started. */
export async function serverProcess(env: Record<string, string>, command = bare): Promise<ServerProcess> {
  const port = await freePort()
  const { DATABASE_URL: _, CAREDESK_ADMIN_PASSWORD: _a, NODE_ENV: _n, ...around } = process.env
  const [program, ...args] = command
  const child = spawn(program!, args, {
    env: { ...around, PORT: String(port), HOST: '127.0.0.1', REQUESTS_PER_MINUTE: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own, so that a signal to the group is not one to the test.
    detached: true,
  })
  // A test that failed half-way leaves nothing running.
  const end = () => child.kill('SIGTERM')
  process.once('exit', end)
  child.once('exit', () => process.off('exit', end))
  let said = ''
  let logged = ''
  child.stdout.on('data', data => (said += String(data)))
  child.stderr.on('data', data => (logged += String(data)))
  const url = `http://127.0.0.1:${port}`
  return {
    child,
    url,
    said: () => said,
    logged: () => logged,
    ended: new Promise(resolve => child.once('close', resolve)),
    ready: () =>
      vi.waitFor(
        async () => {
          if (child.exitCode !== null) throw new Error(`ended with ${child.exitCode}: ${logged}`)
          if (!(await fetch(`${url}/ready`)).ok) throw new Error(`not ready: ${logged}`)
        },
        { timeout: 60_000, interval: 50 },
      ),
  }
}
