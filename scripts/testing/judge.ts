import { readFileSync } from 'node:fs'
import { lists } from '../../contract/lists/index.ts'
import { modules } from '../../contract/modules/index.ts'
import { register } from '../../contract/register.ts'
import { pendingRoutes } from '../../src/app/pending-routes.ts'
import { SIGN_IN } from '../../src/session/safe-redirect.ts'
import type { Case } from './report.ts'

/** A suite that runs over the register: a passed case of the file names each of these. */
type Over = { file: string; names: readonly string[] }

type Spec = { routes: { path: string }[] }
const spec = JSON.parse(readFileSync('tests/spec/routes.json', 'utf8')) as Spec
const built = spec.routes.map(({ path }) => path).filter(path => !pendingRoutes.includes(path) && path !== SIGN_IN)

export const overRegister: readonly Over[] = [
  { file: 'tests/contract/declarations.test.ts', names: Object.keys(register) },
  { file: 'tests/contract/permission-table.test.ts', names: Object.keys(register) },
  { file: 'contract/list.test.ts', names: lists.map(list => list.name) },
  { file: 'tests/server/crud-pages.test.ts', names: Object.values(modules).map(module => module.name) },
  { file: 'tests/contract/routes.test.ts', names: built },
  { file: 'tests/screens/pages.test.ts', names: built },
]

/** Test files that no suite ran. */
export const filesLeftOut = (expected: readonly string[], cases: readonly Case[]): string[] => {
  const ran = new Set(cases.map(({ file }) => file))
  return expected.filter(file => !ran.has(file)).map(file => `no case of ${file} ran`)
}

/** Cases that were skipped and whose name does not say what they need: "… (needs root)". */
export const skippedWithoutReason = (cases: readonly Case[]): string[] =>
  cases
    .filter(({ status, name }) => status === 'skipped' && !/\(needs [^)]+\)/.test(name))
    .map(({ file, name }) => `skipped without a reason: ${file}: ${name}`)

/** What of the register the suites over it did not meet. A file that did not run is told by `filesLeftOut`. */
export const notMet = (over: readonly Over[], cases: readonly Case[]): string[] =>
  over.flatMap(({ file, names }) => {
    const passed = cases.filter(one => one.file === file && one.status === 'passed')
    if (passed.length === 0) return []
    return names
      .filter(name => !passed.some(one => isNamed(one.name, name)))
      .map(name => `${file} has no passed case of ${name}`)
  })

/** As a word of its own: `/task-list` is not named by `/task-list/:id`. */
const isNamed = (text: string, name: string) =>
  new RegExp(`(?<![\\w/-])${name.replaceAll(/\W/g, String.raw`\$&`)}(?![\\w/-])`).test(text)
