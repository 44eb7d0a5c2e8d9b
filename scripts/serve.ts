import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { fileURLToPath } from 'node:url'

const main = fileURLToPath(new URL('../server/main.ts', import.meta.url))
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Runs the server in a process and a group of its own, and passes on what it is told. What starts this one may kill it when it
 * does not answer a signal at once (tsx waits 60 ms), and a server that is killed leaves its database behind. This process has
 * nothing else to do, so that it answers; and when it is gone all the same, the server notices and stops.
 */
export function serve() {
  const server = spawn(process.execPath, ['--import', import.meta.resolve('tsx'), main], {
    detached: true,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  for (const signal of signals) process.on(signal, () => server.kill(signal))
  server.once('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal!]))
}
