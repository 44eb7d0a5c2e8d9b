import * as z from 'zod/mini'
import { recordId } from '../fields.ts'
import type { ShortCoded } from '../short-code.ts'
import { isAddress, type Reading, type ReadScan } from './read-scan.ts'
import { layoutNames, swapCase } from './layouts.ts'
import type { CopyOf } from './copied-codes.ts'
import { codesLike } from './same-code.ts'
import { bareCode, similarCodes } from './similar.ts'

/** A record that a code stands on. */
export const scanHit = z.object({
  module: z.string(),
  id: recordId(),
  title: z.string(),
  archived: z.boolean(),
  /** The field that has it; null where it is our own label. */
  field: z.nullable(z.string()),
  /** The code as the record has it. */
  code: z.string(),
})
export type ScanHit = z.infer<typeof scanHit>

export const scanFound = z.object({
  hits: z.array(scanHit),
  /** Which of the readings it was. */
  how: z.enum(['asIs', 'gs1', 'capsLock', ...layoutNames]),
  /** Modules in which there is one that this person must not see. */
  denied: z.array(z.string()),
  /** Of what there is none: those that one mistake makes of it. */
  similar: z.array(scanHit),
})
export type ScanFound = z.infer<typeof scanFound>

/** Where records are looked for: on a device, or on the server. */
export type Look = {
  /** Those that have one of these codes, whatever the case of its letters. */
  byCode: (codes: readonly string[]) => Promise<Looked>
  byLabel: (label: ShortCoded) => Promise<Looked>
}
/** What is found may have the code from another record only. */
export type LookedHit = ScanHit & { copyOf?: CopyOf }
export type Looked = { hits: readonly LookedHit[]; denied: readonly string[] }

const none: ScanFound = { hits: [], how: 'asIs', denied: [], similar: [] }

/** Looks for what was scanned: as it came, then as it may have been meant. What is only similar is never more than a question. */
export async function resolveScan(scan: ReadScan, look: Look): Promise<ScanFound> {
  const found = await findExactly(scan, look)
  return found.hits.length > 0 || found.denied.length > 0 ? found : { ...found, similar: await findSimilar(scan, look) }
}

/** Those that have the very code that was scanned, in one of its readings. */
export async function findExactly(scan: ReadScan, look: Look): Promise<ScanFound> {
  if (scan.is !== 'code') return none
  let denied: string[] = []
  for (const reading of scan.readings) {
    const found = await exactly(reading, look)
    if (found.hits.length > 0) return { ...none, hits: found.hits, how: howOf(reading, found.hits[0]!) }
    denied = [...new Set([...denied, ...found.denied])]
  }
  return { ...none, denied }
}

/** Those whose code one mistake makes of it. There are hundreds to look for: only where there is none that is the same. */
export async function findSimilar(scan: ReadScan, look: Look): Promise<ScanHit[]> {
  if (scan.is !== 'code') return []
  const texts = scan.readings.filter(({ text }) => !isAddress(text))
  const similar = await Promise.all(texts.map(({ text }) => look.byCode(similarCodes(text))))
  const hits = onceEach(owned(similar.flatMap(({ hits }) => hits)))
  // Nearest are those that only part their signs otherwise.
  const bare = new Set(texts.map(({ text }) => bareCode(text)))
  return hits.toSorted((a, b) => Number(bare.has(bareCode(b.code))) - Number(bare.has(bareCode(a.code)))).slice(0, MOST)
}
const MOST = 6

async function exactly({ text, label }: Reading, look: Look): Promise<Pick<ScanFound, 'hits' | 'denied'>> {
  const [coded, labelled] = await Promise.all([
    isAddress(text) ? nobody : look.byCode(codesLike(text)),
    label ? look.byLabel(label) : nobody,
  ])
  const hits = [...coded.hits, ...labelled.hits]
  return { hits: standing(onceEach(owned(hits))), denied: [...coded.denied, ...labelled.denied] }
}
const nobody: Looked = { hits: [], denied: [] }

/**
 * The record that owns a code stands for those that copied it, as a device does for its jobs. Without it, those of them stand
 * that are still open, where there are some.
 */
function owned(hits: readonly LookedHit[]): ScanHit[] {
  const there = new Set(hits.map(keyOf))
  const open = new Set(hits.flatMap(({ copyOf }) => (copyOf && !copyOf.ended ? [keyOf(copyOf)] : [])))
  return hits.flatMap(({ copyOf, ...hit }) => {
    const isSpokenFor = copyOf && (there.has(keyOf(copyOf)) || (copyOf.ended && open.has(keyOf(copyOf))))
    return isSpokenFor ? [] : [hit]
  })
}
const keyOf = ({ module, id }: { module: string; id: number }) => `${module} ${id}`

/** What was put away has given its code to what is in use. */
function standing(hits: readonly ScanHit[]): ScanHit[] {
  const inUse = hits.filter(({ archived }) => !archived)
  return inUse.length > 0 ? inUse : [...hits]
}

const onceEach = (hits: readonly ScanHit[]): ScanHit[] =>
  [...new Map(hits.toReversed().map(hit => [keyOf(hit), hit])).values()].toReversed()

/** Letters are compared whatever their case: that every one was swapped shows in the code as it is kept. */
export function howRead({ text, how }: Pick<Reading, 'text' | 'how'>, code: string): Reading['how'] {
  return how === 'asIs' && code !== text && code === swapCase(text) ? 'capsLock' : how
}

const howOf = (reading: Reading, { field, code }: ScanHit): Reading['how'] =>
  field === null ? reading.how : howRead(reading, code)
