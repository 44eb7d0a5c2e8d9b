import { spawnSync } from 'node:child_process'
import { readdirSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const configs = readdirSync(root).filter(name => /^vite\..*\.ts$/.test(name))
const sources = ['src', 'sw', 'public', 'contract', 'index.html', ...configs, 'package-lock.json']
// Written last of all, so a build that was interrupted does not count as done.
const BUILT = 'dist/sw.js.br'

/** Builds the app, if what there is is older than what it is made from. */
export function buildIfNeeded() {
  const built = changedAt(BUILT)
  if (built === 0 || sources.some(source => newestIn(source) > built)) build()
}

function build() {
  console.log('Building the app …')
  const vite = `${root}/node_modules/vite/bin/vite.js`
  // In a process of its own: the server should not carry the builder's memory.
  const { status } = spawnSync(process.execPath, [vite, 'build', '--logLevel', 'warn'], { cwd: root, stdio: 'inherit' })
  if (status === 0) return
  console.error('The app could not be built; the reason stands above.')
  process.exit(status ?? 1)
}

const changedAt = (path: string) => statSync(`${root}/${path}`, { throwIfNoEntry: false })?.mtimeMs ?? 0

function newestIn(path: string): number {
  const itself = statSync(`${root}/${path}`, { throwIfNoEntry: false })
  if (!itself) return 0
  if (!itself.isDirectory()) return itself.mtimeMs
  // A folder changes when something in it is added, renamed or removed.
  return readdirSync(`${root}/${path}`).reduce(
    (newest, name) => Math.max(newest, newestIn(`${path}/${name}`)),
    itself.mtimeMs,
  )
}
