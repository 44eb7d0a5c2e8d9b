import { useRef, useState } from 'react'
import { useData } from '#src/data/data.ts'
import { failureOf } from '#src/data/words.ts'
import { serverNow } from '#src/lib/clock.ts'
import { playSound } from '#src/parts/sounds.ts'
import { useActor } from '#src/session/actor.ts'
import { brief } from './brief.ts'
import { findScanned, type Verdict } from './find.ts'
import { dropScan, keepScan, type ScanDone } from './recent-scans.ts'
import { useNoteScan } from './use-note-scan.ts'
import { useOther } from './use-other.ts'

const sounds: Readonly<Partial<Record<Verdict['is'], 'right' | 'twice'>>> = {
  found: 'right',
  several: 'twice',
  similar: 'twice',
}

let count = 0

export type LookUp = {
  /** The scan that is shown; null before the first. */
  shown: ScanDone | null
  failed: string
  /** What is looked for now; null while nothing is. What was shown before is no answer to it. */
  looking: string | null
  /** Looks one up after the others, in the order in which they were scanned. */
  scan: (code: string, byGun: boolean) => void
  show: (done: ScanDone) => void
  undo: (done: ScanDone) => void
}

export function useLookUp(): LookUp {
  const { db, register } = useData()
  const actor = useActor()
  const [shown, setShown] = useState<ScanDone | null>(null)
  const [failed, setFailed] = useState('')
  const [waiting, setWaiting] = useState<readonly string[]>([])
  const queue = useRef(Promise.resolve())
  const other = useOther()
  const note = useNoteScan('lookUp')
  const take = async (code: string, byGun: boolean) => {
    const found = () => setWaiting(codes => codes.slice(1))
    try {
      const verdict = await findScanned(code, { db, register, actor, onOther: other(code, byGun) })
      const at = new Date(serverNow()).toISOString()
      const done = { id: `${at} ${(count += 1)}`, at, code, byGun, verdict }
      found()
      setFailed('')
      setShown(done)
      playSound(sounds[verdict.is] ?? 'wrong')
      if (verdict.is === 'found') note(verdict.hit)
      // A device that is full does without the list.
      await keepScan(db, done).catch(() => undefined)
    } catch (error) {
      found()
      setFailed(failureOf(error)?.message ?? brief(code))
      playSound('wrong')
    }
  }
  return {
    shown,
    failed,
    looking: waiting[0] ?? null,
    scan: (code, byGun) => {
      setWaiting(codes => [...codes, code])
      queue.current = queue.current.then(() => take(code, byGun))
    },
    show: done => {
      setFailed('')
      setShown(done)
    },
    undo: done => {
      if (done.id === shown?.id) setShown(null)
      void dropScan(db, done.id)
    },
  }
}
