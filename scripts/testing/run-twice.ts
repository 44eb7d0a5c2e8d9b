import type { Report } from './report.ts'
import { runSuite, type Outcome } from './run-suite.ts'
import type { Suite } from './suites.ts'

/** Of more red files than this, one cause is likelier than as many accidents. */
const MOST_FILES = 5

/** `wrong` is what makes the suite red, `flaky` what failed and passed when it ran alone. */
type Proof = Report & { seconds: number; wrong: string[]; flaky: string[] }

/**
 * Runs a suite. At most five files that fail run once more: by themselves, in one new worker, with nothing beside them, since a
 * failure may come from what else ran. The runner's own `retry` stays in the worker that the first failure left behind.
 */
export async function runTwice(suite: Suite, scratch: string): Promise<Proof> {
  const first = await runSuite(suite, scratch)
  const red = redFiles(first)
  if (red.length === 0 || red.length > MOST_FILES || nobodys(first).length > 0)
    return { ...first, wrong: complaintsOf(suite, first), flaky: [] }

  console.log(`\nonce more, alone: ${red.join(', ')}`)
  const alone = await runSuite({ ...suite, files: red }, scratch, ['--no-file-parallelism'])
  const stillRed = redFiles(alone)
  const flaky = faultsOf(first).filter(({ file }) => !stillRed.includes(file))
  const others = ({ file }: { file: string }) => !red.includes(file)
  return {
    cases: [...first.cases.filter(others), ...alone.cases],
    files: first.files,
    seconds: first.seconds + alone.seconds,
    wrong: complaintsOf(suite, alone),
    flaky: flaky.map(({ file, name, complaint }) => `flaky: ${file} › ${name}: ${firstLine(complaint)}`),
  }
}

type Fault = { file: string; name: string; complaint: string }

/** Red cases, files that did not load, and errors that no case caught where it is known whose they are. */
function faultsOf({ cases, files, unhandled }: Outcome): Fault[] {
  const faults: Fault[] = cases.filter(({ status }) => status === 'failed')
  const known = (file: string) => faults.some(fault => fault.file === file)
  for (const { name: file, red, complaint } of files)
    if (red && !known(file)) faults.push({ file, name: 'the file itself', complaint })
  for (const { file, message } of unhandled)
    if (file && !known(file)) faults.push({ file, name: 'caught by no case', complaint: message })
  return faults
}

const nobodys = ({ unhandled }: Outcome) => unhandled.filter(({ file }) => !file)
const redFiles = (outcome: Outcome) => [...new Set(faultsOf(outcome).map(({ file }) => file))]

/** What is wrong with a run: its faults, errors of nobody known, a runner that ended badly. */
function complaintsOf({ name }: Suite, outcome: Outcome): string[] {
  const told = faultsOf(outcome).map(
    fault => `${name}: ${fault.file}: ${fault.name}\n    ${fault.complaint.slice(0, 1_500)}`,
  )
  const all = [...told, ...nobodys(outcome).map(({ message }) => `${name}: ${message}`)]
  return all.length === 0 && outcome.code !== 0 ? [`${name}: the runner ended with ${outcome.code}`] : all
}

const firstLine = (text: string) => text.trim().split('\n')[0] ?? ''
