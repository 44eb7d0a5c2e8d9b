import { spawn } from 'node:child_process'
import { chownSync, mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { readReport, type Report } from './report.ts'
import type { Suite } from './suites.ts'

export type Outcome = Report & { code: number; seconds: number; unhandled: Unhandled[] }
/** An error that no case caught, and the file that the runner found it in. */
type Unhandled = { message: string; file: string | undefined }

/** The environment without the foreign database: a suite that is about it names it itself. */
const { DATABASE_URL: _, ...embedded } = process.env

type Way = { uid?: number | undefined; quiet?: boolean | undefined }

/** Runs a program of the project, shows what it says, and hands back what it complained about. */
export const run = (program: string, args: string[], env: NodeJS.ProcessEnv = {}, { uid, quiet = false }: Way = {}) =>
  new Promise<{ code: number; said: string }>(resolve => {
    const as = uid === undefined ? {} : { uid, gid: uid }
    const child = spawn(`node_modules/.bin/${program}`, args, {
      stdio: ['inherit', quiet ? 'ignore' : 'inherit', 'pipe'],
      env: { ...embedded, ...env },
      ...as,
    })
    let said = ''
    child.stderr.on('data', (part: Buffer) => {
      if (!quiet) process.stderr.write(part)
      said = (said + part.toString()).slice(-100_000)
    })
    child.on('close', code => resolve({ code: code ?? 1, said }))
  })

/** Runs a suite in a folder of its own below `scratch`. */
export async function runSuite(
  { name, tier, projects, files = [], env, uid, quiet, config }: Suite,
  scratch: string,
  more: readonly string[] = [],
): Promise<Outcome> {
  const home = mkdtempSync(join(scratch, `${name.replaceAll(/\W+/g, '-')}-`))
  if (uid !== undefined) chownSync(home, uid, uid)
  const report = join(home, 'report.json')
  const started = Date.now()
  const args = [
    'run',
    ...projects.flatMap(project => ['--project', project]),
    '--reporter=dot',
    '--reporter=json',
    `--outputFile.json=${report}`,
    '--passWithNoTests',
    // Another account must not need to write into the checkout.
    ...(uid === undefined ? [] : ['--configLoader', 'runner']),
    ...(config ? ['--config', config] : []),
    ...more,
    ...files,
  ]
  const as = uid === undefined ? {} : { HOME: home, TMPDIR: home }
  const { code, said } = await run('vitest', args, { ...env, ...as, TIER: tier ?? '' }, { uid, quiet })
  return {
    ...readReport(report),
    code,
    seconds: Math.round((Date.now() - started) / 1000),
    unhandled: unhandledIn(stripVTControlCharacters(said)),
  }
}

const unhandledIn = (said: string): Unhandled[] =>
  [...said.matchAll(/Unhandled (?:Rejection|Error)\b(?:(?!Unhandled (?:Rejection|Error)\b)[^]){0,3000}/g)].map(
    ([message]) => ({
      message: message.slice(0, 1_500),
      file: /This error originated in "([^"]+)" test file/.exec(message)?.[1],
    }),
  )
