import type { Module, Row } from '#contract/module.ts'
import type { ScanHit } from '#contract/scan/resolve.ts'
import type { ScanModeName } from '#contract/scan/scan-note.ts'
import { useData } from '#src/data/data.ts'
import { readRecord } from '#src/data/read-record.ts'
import { useActor } from '#src/session/actor.ts'
import { findScanned, type Verdict } from './find.ts'
import { ofKinds } from './of-kinds.ts'
import { useNoteScan } from './use-note-scan.ts'
import { useOther } from './use-other.ts'
import { useSayHow } from './use-say-how.ts'
import { useKindWords, useScanWords } from './use-scan-words.ts'

/** What a scan came to on a page that takes records of some modules. */
export type FoundOf =
  | { is: 'one'; hit: ScanHit; row: Row }
  /** Somebody has to say which it is. */
  | { is: 'which'; hits: readonly ScanHit[]; title: string; text: string }
  /** Nothing that is taken here: what is said of it. `isUnknown`: nobody knows the code. */
  | { is: 'none'; title: string; text: string; isUnknown: boolean }

type FindOf = {
  find: (code: string, byGun: boolean) => Promise<FoundOf>
  /** Of several it was this one. */
  read: (hit: ScanHit) => Promise<Extract<FoundOf, { is: 'one' }>>
}

/** Finds what was scanned as everywhere, tells its history, and has words for what is not taken here. */
export function useFindOf(kinds: readonly Module[], mode: ScanModeName): FindOf {
  const { db, register } = useData()
  const actor = useActor()
  const other = useOther()
  const note = useNoteScan(mode)
  const sayHow = useSayHow()
  const words = useScanWords()
  const kindWords = useKindWords(kinds)
  const read: FindOf['read'] = async hit => {
    note(hit)
    return { is: 'one', hit, row: await readRecord(db, register[hit.module]!, hit.id) }
  }
  const none = (verdict: Verdict, byGun: boolean): FoundOf => {
    const { title, text } = words(verdict, byGun)
    return { is: 'none', title, text, isUnknown: verdict.is === 'unknown' }
  }
  return {
    read,
    find: async (code, byGun) => {
      const verdict = await findScanned(code, { db, register, actor, onOther: other(code, byGun) })
      if ('how' in verdict) sayHow(code, verdict.how, byGun)
      const found = ofKinds(verdict, kinds)
      if (found.is === 'one') return read(found.hit)
      if (found.is === 'none') return none(found.verdict, byGun)
      if (found.is === 'which') {
        const { title, text } = words(found.verdict, byGun)
        return { is: 'which', hits: found.hits, title, text }
      }
      note(found.hit)
      return { is: 'none', title: found.hit.title || code, text: kindWords(found.hit), isUnknown: false }
    },
  }
}
