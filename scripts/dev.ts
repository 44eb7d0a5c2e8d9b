import { spawn, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const env = { ...process.env, NODE_ENV: 'development', DRAIN_SECONDS: '0' }

// In groups of their own: Ctrl+C is for us, and each of them is told to stop exactly once.
const run = (...args: string[]): ChildProcess =>
  spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'inherit', 'inherit'], detached: true })

// The server starts anew when its code or the contract changes; the page takes changes in as they are saved.
const both = [
  run('node_modules/tsx/dist/cli.mjs', 'watch', '--clear-screen=false', 'server/main.ts'),
  run('node_modules/vite/bin/vite.js'),
]

let stopping = false
const stopBoth = () => {
  if (stopping) return
  stopping = true
  for (const child of both) if (child.exitCode === null) child.kill('SIGTERM')
}
process.on('SIGINT', stopBoth)
process.on('SIGTERM', stopBoth)
for (const child of both)
  child.once('exit', code => {
    process.exitCode ??= code ?? 0
    stopBoth()
  })
