import { spawnSync } from 'node:child_process'
import { readdirSync, statSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'

const root = fileURLToPath(new URL('..', import.meta.url))
const sources = [
  'src',
  'sw',
  'public',
  'contract',
  'index.html',
  'vite.config.ts',
  'vite.chunks.ts',
  'vite.rescue.ts',
  'vite.version.ts',
  'package-lock.json',
]
// Each is written last of all in its step, so a step that was interrupted does not count as done.
const BUILT = 'dist/sw.js'
const COMPRESSED = 'dist/sw.js.br'
/** Below this a packet more or less makes no difference. */
const SMALL = 1_024
const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/** Builds the app, if what there is is older than what it is made from. */
export async function buildIfNeeded() {
  const built = changedAt(BUILT)
  if (built === 0 || sources.some(source => newestIn(source) > built)) build()
  if (changedAt(COMPRESSED) < changedAt(BUILT)) await compress()
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

/** Once and well, so that no request has to do it in a hurry. The server sends what lies beside the file. */
async function compress() {
  const names = readdirSync(`${root}/dist`, { recursive: true, encoding: 'utf8' })
  const texts = names.filter(name => /\.(?:js|css|html|json|svg|webmanifest)$/.test(name) && name !== 'sw.js')
  for (const name of [...texts, 'sw.js']) {
    const path = `${root}/dist/${name}`
    const content = await readFile(path)
    if (content.length < SMALL) continue
    await writeFile(`${path}.gz`, await zip(content, { level: 9 }))
    await writeFile(`${path}.br`, await brotli(content))
  }
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
