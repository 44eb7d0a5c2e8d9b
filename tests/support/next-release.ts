import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { OP_VERSION } from '#contract/intent.ts'

const parts = [
  'contract',
  'server',
  'src',
  'sw',
  'public',
  'scripts',
  'index.html',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
]
const configs = readdirSync('.').filter(name => /^vite\..*\.ts$/.test(name))

/** What the next release says is new. */
export const NEXT_CHANGE = 'Tasks can be sorted by hand.'
/** The version of the payload that it writes. */
export const NEXT_OP_VERSION = OP_VERSION + 1
/** What it looks records up by on the device, and this one does not. */
export const NEXT_INDEX = 'v'

/** How this release writes the opening hours of a branch, and how the next one says the same. */
export const hoursNow = '8-12, 13-17'
export const hoursNext = '8 to 12, 13 to 17'
const migrations = `{
  'dealerBranch.change': {
    ${OP_VERSION}: ({ args, base }) => ({
      args: typeof args.hours === 'string' ? { ...args, hours: args.hours.replaceAll('-', ' to ') } : args,
      base,
    }),
  },
}`

export type Release = { root: string; build: string }

/**
 * The release after this one, built: it says a change of a branch in other words and translates what waits in the old ones,
 * looks records up on the device by one more index, and names what is new. Made from a copy of this one.
 */
export function makeNextRelease(): Release {
  const root = join(mkdtempSync(join(tmpdir(), 'caredesk-next-')), 'release')
  for (const part of [...parts, ...configs]) cpSync(part, join(root, part), { recursive: true })
  symlinkSync(resolve('node_modules'), join(root, 'node_modules'))
  const edit = (file: string, before: RegExp, after: string) => {
    const text = readFileSync(join(root, file), 'utf8')
    if (!before.test(text)) throw new Error(`${file} has no ${before.source}`)
    writeFileSync(
      join(root, file),
      text.replace(before, () => after),
    )
  }
  edit('contract/intent.ts', /OP_VERSION = \d+/, `OP_VERSION = ${NEXT_OP_VERSION}`)
  edit('contract/migrate.ts', /(?<=migrations: Migrations = )\{\}/, migrations)
  edit('src/offline/user-db.ts', /(?<=const VERSION = \d+)$/m, ' + 1')
  edit('src/offline/user-db.ts', /(?<=storeName\(module\), \['id,g,on,goneAt)/, `,${NEXT_INDEX}`)
  edit('public/locales/en/changes.json', /"latest": ".*"/, `"latest": "${NEXT_CHANGE}"`)
  // Later than whatever was built before it.
  const build = `0.2.0-${Date.now().toString(36)}`
  const env = { ...process.env, NODE_ENV: 'production', CAREDESK_BUILD: build }
  const vite = resolve('node_modules/vite/bin/vite.js')
  const { status, stderr } = spawnSync(process.execPath, [vite, 'build', '--logLevel', 'warn'], { cwd: root, env })
  if (status !== 0) throw new Error(`the next release does not build:\n${stderr.toString()}`)
  return { root, build }
}
