import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/** An ordinary change is judged by the fast tier; kills, soaks, foreign databases and every look by the deep one. */
export type Tier = 'fast' | 'deep'

export type Suite = {
  name: string
  /** Both where there is none. */
  tier?: Tier
  projects: readonly string[]
  /** Parts of file names; all files of the projects where there are none. */
  files?: string[]
  env?: Record<string, string>
  /** The account it runs as, where that is not ours. */
  uid?: number
  /** The runner's configuration, where it is not that of the project. */
  config?: string
  /** Only its report is of interest. */
  quiet?: boolean
}

/** What the machine has: `foreign` is the URL of a PostgreSQL server, `nextNode` the folder with the next Node's program. */
type Machine = { chromium: boolean; foreign: string | undefined; root: boolean; nextNode: string | undefined }

/** What a tier judges beside its tests: a script each. The audit needs no registry: a list that is kept here judges without one. */
export const checksOf = (tier: Tier): Readonly<Record<string, string>> =>
  tier === 'fast' ? { checks: 'scripts/check.ts', audit: 'scripts/audit.ts' } : {}

const NOBODY = 65_534
const server = ['server', 'devices', 'apart']
const app = ['parts', 'app', 'app-alone', 'counted', 'logic', 'logic-alone']

/** What `tier` consists of on this machine, and what of it this machine cannot run, each with its reason. */
export function suitesOf(tier: Tier, has: Machine) {
  const suites: Suite[] = []
  const notRun: string[] = []
  if (tier === 'fast') suites.push({ name: 'contract and app', tier, projects: ['contract', ...app] })
  else suites.push({ name: 'app', tier, projects: app })
  suites.push({ name: 'server, embedded database', tier, projects: server })
  if (tier === 'deep') {
    const supervisor = { projects: ['apart'], files: ['tests/server/supervisor'], uid: NOBODY }
    // Where we are an ordinary user, the suite before has been that run.
    if (has.root) suites.push({ name: 'supervisor, ordinary user', tier, ...supervisor })
    const foreign = { projects: ['server'], env: { DATABASE_URL: has.foreign ?? '' } }
    if (has.foreign) suites.push({ name: 'server, PostgreSQL server', ...foreign })
    else notRun.push('server, PostgreSQL server: DATABASE_URL names none')
    const next = { projects: ['contract', ...server], env: { PATH: `${has.nextNode}:${process.env.PATH}` } }
    if (has.nextNode) suites.push({ name: 'server, next Node', tier: 'fast', ...next })
    else notRun.push('server, next Node: NEXT_NODE_BIN names no folder with it')
  }
  if (has.chromium) suites.push({ name: 'journeys', tier, projects: ['journeys'] })
  else notRun.push('journeys: there is no Chromium (CHROMIUM_BIN names one that lies elsewhere)')
  return { suites, notRun }
}

const folders = ['contract', 'server', 'src', 'sw', 'tests']
const isDeep = (file: string) => /\.deep\.test\.tsx?$/.test(file)

/** Every test file of a tier, whether or not a project of vitest.config.ts knows of it. */
export const filesOf = (tier: Tier): string[] =>
  folders
    .flatMap(folder => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map(name => join(folder, name)))
    .filter(file => /\.test\.tsx?$/.test(file) && isDeep(file) === (tier === 'deep'))
