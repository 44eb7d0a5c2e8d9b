import type { Actor } from '#contract/actor.ts'
import type { Register } from '#contract/module.ts'
import { scanCall } from '#contract/calls/scan.ts'
import { isAddress, LONGEST_SCAN, readScan, type Reading, type ReadScan } from '#contract/scan/read-scan.ts'
import { findExactly, findSimilar, type ScanFound, type ScanHit } from '#contract/scan/resolve.ts'
import { ask } from '#src/offline/ask.ts'
import { isUnanswered } from '#src/offline/unreachable.ts'
import type { UserDb } from '#src/offline/user-db.ts'
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

type Where = { db: UserDb | null; register: Register; actor: Actor }

/** Somebody stands there with the thing in their hand: after so long, in ms, what this device knows is better than waiting. */
const PATIENCE = 5_000

/** What was scanned: as this device knows it where it cannot be mistaken, and otherwise as the server does. */
export async function findScanned(text: string, { db, register, actor }: Where): Promise<Verdict> {
  const scan = readScan(text, [location.origin])
  if (scan.is !== 'code') return scan
  // Nobody keeps such a code, and the server does not hear it out.
  if (text.length > LONGEST_SCAN) return { is: 'unknown', said: scan.said }
  const look = db && lookOnDevice(db, register, actor)
  const here = look && (await findExactly(scan, look).catch(() => null))
  if (here && here.hits.length > 0 && isSure(scan, here, await modulesKeptWhole(db, register)))
    return verdictOf(scan, here)
  const signal = AbortSignal.timeout(PATIENCE)
  try {
    return verdictOf(scan, await ask(scanCall, { text }, { signal }))
  } catch (error) {
    if (!isUnanswered(error) && !signal.aborted) throw error
    // What nobody can contradict is what this device knows.
    if (here && here.hits.length > 0) return verdictOf(scan, here)
    return { is: 'unreachable', said: scan.said, hits: (look && (await findSimilar(scan, look).catch(() => []))) ?? [] }
  }
}

/**
 * A device has some records of a module and not others: of a code the server may know a record that fits better. The address
 * of our label names one record. Signs of a serial number may make a label's code by chance.
 */
const isSure = ({ said }: { said: string }, { hits, how }: ScanFound, whole: ReadonlySet<string>): boolean =>
  hits.every(({ field, module }) => (field === null ? isAddress(said) : how === 'asIs' && whole.has(module)))

function verdictOf(scan: Extract<ReadScan, { is: 'code' }>, { hits, how, denied, similar }: ScanFound): Verdict {
  const { said, address } = scan
  const [hit] = hits
  if (hits.length > 1) return { is: 'several', said, hits, how }
  if (hit) return { is: 'found', said, hit, how, address }
  if (denied.length > 0) return { is: 'denied', said, modules: denied }
  return similar.length > 0 ? { is: 'similar', said, hits: similar } : { is: 'unknown', said }
}
