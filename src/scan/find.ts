import type { Actor } from '#contract/actor.ts'
import { metaOf } from '#contract/fields.ts'
import { allFields, type Register } from '#contract/module.ts'
import { scanCall } from '#contract/calls/scan.ts'
import { isAddress, LONGEST_SCAN, readScan, type Reading, type ReadScan } from '#contract/scan/read-scan.ts'
import { findExactly, findSimilar, type ScanFound, type ScanHit } from '#contract/scan/resolve.ts'
import { ask } from '#src/offline/ask.ts'
import { isUnanswered } from '#src/offline/unreachable.ts'
import type { UserDb } from '#src/offline/user-db.ts'
import { afterwards } from './afterwards.ts'
import { lookOnDevice, modulesKeptWhole } from './device-look.ts'

/** What a scan came to. Each has words and a next step of its own. */
export type Verdict =
  | { is: 'nothing' }
  /** An address of somebody else. Nobody follows it. */
  | { is: 'address'; said: string; gs1: boolean }
  | { is: 'broken'; said: string }
  /** `how` it had to be read, and the `address` that its label names where that is another one. */
  | { is: 'found'; said: string; hit: ScanHit; how: Reading['how']; address: string | null }
  | { is: 'several'; said: string; hits: readonly ScanHit[]; how: Reading['how'] }
  | { is: 'denied'; said: string; modules: readonly string[] }
  | { is: 'similar'; said: string; hits: readonly ScanHit[] }
  | { is: 'unknown'; said: string }
  /** This device does not know it, and nobody else could be asked. `hits` are those that it is like. */
  | { is: 'unreachable'; said: string; hits: readonly ScanHit[] }

type Where = {
  db: UserDb | null
  register: Register
  actor: Actor
  /** Hears it where the server knows otherwise than the device that has answered at once. */
  onOther?: (verdict: Verdict) => void
}

/** Somebody stands there with the thing in their hand: after so long, in ms, what this device knows is better than waiting. */
const PATIENCE = 5_000

/** What was scanned: as this device knows it where it is sure, and otherwise as the server does. */
export async function findScanned(text: string, { db, register, actor, onOther }: Where): Promise<Verdict> {
  const scan = readScan(text, [location.origin])
  if (scan.is !== 'code') return scan
  // Nobody keeps such a code, and the server does not hear it out.
  if (text.length > LONGEST_SCAN) return { is: 'unknown', said: scan.said }
  const asked = async (signal: AbortSignal) => verdictOf(scan, await ask(scanCall, { text }, { signal }))
  const look = db && lookOnDevice(db, register, actor)
  const here = look && (await findExactly(scan, look).catch(() => null))
  if (here && here.hits.length > 0) {
    const verdict = verdictOf(scan, here)
    const sure = await howSure(scan, here, register, () => modulesKeptWhole(db, register))
    if (sure === 'nearly')
      afterwards(async signal => {
        const other = await asked(signal)
        if (keysOf(verdict) !== keysOf(other)) onOther?.(other)
      }, PATIENCE)
    if (sure !== 'no') return verdict
  }
  const signal = AbortSignal.timeout(PATIENCE)
  try {
    return await asked(signal)
  } catch (error) {
    if (!isUnanswered(error) && !signal.aborted) throw error
    // What nobody can contradict is what this device knows.
    if (here && here.hits.length > 0) return verdictOf(scan, here)
    return { is: 'unreachable', said: scan.said, hits: (look && (await findSimilar(scan, look).catch(() => []))) ?? [] }
  }
}

/**
 * A device has some records of a module and not others: of a code the server may know a record that fits better. The address of
 * our label names one record, but signs of a serial number may make a label's code by chance. What only one record in use may
 * have is nearly sure: nobody waits for the server, who is asked afterwards.
 */
async function howSure(
  { said }: { said: string },
  { hits, how }: ScanFound,
  register: Register,
  readWhole: () => Promise<ReadonlySet<string>>,
): Promise<'yes' | 'nearly' | 'no'> {
  if (hits.every(({ field }) => field === null)) return isAddress(said) ? 'yes' : 'no'
  if ((how !== 'asIs' && how !== 'capsLock') || hits.some(({ field }) => field === null)) return 'no'
  const whole = await readWhole()
  if (how === 'asIs' && hits.every(({ module }) => whole.has(module))) return 'yes'
  const isOnly = ({ field, module, archived }: ScanHit) =>
    !archived && metaOf(allFields(register[module]!)[field!]!).once === true
  return hits.every(one => isOnly(one) || whole.has(one.module)) ? 'nearly' : 'no'
}

/** Which records a scan came to. */
const keysOf = (verdict: Verdict): string =>
  verdict.is === 'found' || verdict.is === 'several'
    ? (verdict.is === 'found' ? [verdict.hit] : verdict.hits)
        .map(({ module, id, archived }) => `${module} ${id} ${archived}`)
        .toSorted()
        .join()
    : verdict.is

function verdictOf(scan: Extract<ReadScan, { is: 'code' }>, { hits, how, denied, similar }: ScanFound): Verdict {
  const { said, address } = scan
  const [hit] = hits
  if (hits.length > 1) return { is: 'several', said, hits, how }
  if (hit) return { is: 'found', said, hit, how, address }
  if (denied.length > 0) return { is: 'denied', said, modules: denied }
  return similar.length > 0 ? { is: 'similar', said, hits: similar } : { is: 'unknown', said }
}
