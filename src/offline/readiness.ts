import type { Named } from '#contract/keep.ts'
import type { AppPieces } from './app-pieces.ts'

/** A record that a kept one refers to and that is not here. */
export type Missing = Named & { by: { t: string; id: number; title: string } }

/** A small picture that is not here, and whose it is. */
export type MissingPicture = { id: number; by: { t: string; id: number } }

/** What is known of this device before somebody leaves with it. */
export type ReadinessFacts = {
  app: AppPieces
  /** How far the load of everything is. */
  load: 'none' | 'underWay' | 'done'
  /** How many rows of each group are here; all settings lists count as `lists`. */
  counts: Readonly<Record<string, number>>
  /** Blocks of record numbers in hand, and the numbers in them. */
  numbers: { blocks: number; left: number }
  missing: readonly Missing[]
  pictures: readonly MissingPicture[]
  /** When the device last had everything, in the server's time. */
  syncedAt: string | null
  /** Room that is left, in bytes, and whether the browser promised not to clear it. Null: the browser does not say. */
  storage: { left: number | null; lasting: boolean | null }
  /** Photos and files that wait to be sent. */
  files: number
}

const checks = ['app', 'loaded', 'numbers', 'references', 'pictures', 'age', 'storage', 'files'] as const
export type Check = (typeof checks)[number]
/** fine · advice: good to know, and no reason to stay · missing: something will not work out there. */
export type Verdict = 'fine' | 'advice' | 'missing'
export type Readiness = { ready: boolean; missing: number; findings: { check: Check; verdict: Verdict }[] }

const BLOCKS = 2
const DAY = 24 * 60 * 60_000
const LEAST_ROOM = 100 * 2 ** 20

/** May this device leave the network? */
export function judge(facts: ReadinessFacts, now: number): Readiness {
  const findings = checks.map(check => ({ check, verdict: verdicts[check](facts, now) }))
  const lacking = findings.filter(({ verdict }) => verdict === 'missing')
  const missing = lacking.reduce((sum, { check }) => sum + (check === 'references' ? facts.missing.length : 1), 0)
  return { ready: lacking.length === 0, missing, findings }
}

const fineIf = (isFine: boolean): Verdict => (isFine ? 'fine' : 'missing')

const verdicts: Record<Check, (facts: ReadinessFacts, now: number) => Verdict> = {
  app: ({ app }) => fineIf(app.served && app.missing === 0),
  loaded: ({ load }) => fineIf(load === 'done'),
  numbers: ({ numbers }) => (numbers.blocks >= BLOCKS ? 'fine' : numbers.left > 0 ? 'advice' : 'missing'),
  references: ({ missing }) => fineIf(missing.length === 0),
  pictures: ({ pictures }) => fineIf(pictures.length === 0),
  age: ({ syncedAt }, now) => fineIf(syncedAt !== null && now - Date.parse(syncedAt) <= DAY),
  storage: ({ storage: { left, lasting } }) =>
    left !== null && left < LEAST_ROOM ? 'missing' : lasting === false ? 'advice' : 'fine',
  files: ({ files }) => (files === 0 ? 'fine' : 'advice'),
}
