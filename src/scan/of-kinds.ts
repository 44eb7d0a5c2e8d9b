import type { ScanHit } from '#contract/scan/resolve.ts'
import type { Verdict } from './find.ts'

type Kinds = readonly { name: string }[]

/** What a scan comes to where only records of some modules are scanned. */
type OfKinds =
  | { is: 'one'; hit: ScanHit }
  /** Somebody has to say which it is. */
  | { is: 'which'; hits: readonly ScanHit[]; verdict: Verdict }
  /** A record, and none of those that are scanned here. */
  | { is: 'kind'; hit: ScanHit }
  | { is: 'none'; verdict: Verdict }

/** Of several records that carry the code, those that are scanned here. */
const hitsFor = (hits: readonly ScanHit[], kinds: Kinds): ScanHit[] =>
  hits.filter(({ module }) => kinds.some(({ name }) => name === module))

export function ofKinds(verdict: Verdict, kinds: Kinds): OfKinds {
  if (verdict.is === 'found') return { is: hitsFor([verdict.hit], kinds).length > 0 ? 'one' : 'kind', hit: verdict.hit }
  if (!('hits' in verdict) || verdict.hits.length === 0) return { is: 'none', verdict }
  const ours = hitsFor(verdict.hits, kinds)
  if (verdict.is === 'several') {
    if (ours.length === 0) return { is: 'kind', hit: verdict.hits[0]! }
    return ours.length === 1 ? { is: 'one', hit: ours[0]! } : { is: 'which', hits: ours, verdict }
  }
  if (ours.length > 0) return { is: 'which', hits: ours, verdict }
  // What it is like is nothing that is scanned here: nobody is asked about that.
  return {
    is: 'none',
    verdict: verdict.is === 'similar' ? { is: 'unknown', said: verdict.said } : { ...verdict, hits: [] },
  }
}
