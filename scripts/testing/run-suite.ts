import { spawn } from 'node:child_process'
import { chownSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { readReport, type Report } from './report.ts'
import type { Suite } from './suites.ts'

export type Outcome = Report & { code: number; seconds: number; unhandled: string | undefined }

/** The environment without the foreign database: a suite that is about it names it itself. */
const { DATABASE_URL: _, ...embedded } = process.env

/** Runs a program of the project, shows what it says, and hands back what it complained about. */
export const run = (program: string, args: string[], env: NodeJS.ProcessEnv = {}, uid?: number) =>
  new Promise<{ code: number; said: string }>(resolve => {
    const as = uid === undefined ? {} : { uid, gid: uid }
    const child = spawn(`node_modules/.bin/${program}`, args, {
      stdio: ['inherit', 'inherit', 'pipe'],
      env: { ...embedded, ...env },
      ...as,
    })
    let said = ''
    child.stderr.on('data', (part: Buffer) => {
      process.stderr.write(part)
      said = (said + part.toString()).slice(-100_000)
    })
    child.on('close', code => resolve({ code: code ?? 1, said }))
  })

/** Runs a suite in a folder of its own below `scratch`. */
export async function runSuite(
  { name, tier, projects, files = [], env, uid }: Suite,
  scratch: string,
): Promise<Outcome> {
  const home = join(scratch, name.replaceAll(/\W+/g, '-'))
  mkdirSync(home)
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
    ...files,
  ]
  const as = uid === undefined ? {} : { HOME: home, TMPDIR: home }
  const { code, said } = await run('vitest', args, { ...env, ...as, TIER: tier }, uid)
  return {
    ...readReport(report),
    code,
    seconds: Math.round((Date.now() - started) / 1000),
    unhandled: stripVTControlCharacters(said).match(/Unhandled (Rejection|Error)\b[^]{0,1500}/)?.[0],
  }
}
