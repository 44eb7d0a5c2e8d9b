import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Row } from '#contract/module.ts'
import { useData } from '#src/data/data.ts'
import { keepBeforeLeaving } from '#src/session/dirty.ts'
import type { Values } from '../check.ts'
import type { Form } from '../use-form.ts'
import { dropDraft, pruneDrafts, readDraft, writeDraft, type Draft } from './store.ts'

/** What is typed is on the device at most so long after; two seconds are promised, and writing takes a moment. */
const PAUSE = 1_200

/** An earlier draft: put back into the form, or waiting to be asked for because the record is another one by now. */
export type Found = { draft: Draft; state: 'restored' | 'offered' }

export type DraftState = {
  found: Found | null
  /** When what stands in the form was kept last. */
  keptAt: string | null
  /** Takes the offered draft; the values are for the form. */
  take: () => Draft | null
  /** The person has read it. */
  dismiss: () => void
  /** Nothing of it is wanted any more: saved, or given up. */
  drop: () => Promise<void>
}

/** Keeps what is typed into a form on this device, sealed for this person, and brings it back after a crash or a sign-out. */
export function useDraft(key: string | null, form: Form, seen?: Row): DraftState {
  const { db } = useData()
  const [found, setFound] = useState<Found | null>(null)
  const [keptAt, setKeptAt] = useState<string | null>(null)
  const [ready, setReady] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const isKept = useRef(false)
  // Writes and the removal come in the order in which they were meant.
  const queue = useRef<Promise<unknown>>(Promise.resolve())
  const inOrder = (work: () => Promise<void>): Promise<void> => {
    const done = queue.current.then(work).catch(() => undefined)
    queue.current = done
    return done
  }
  const baseOf = (changes: Values): Draft['base'] =>
    seen
      ? {
          version: seen.version,
          fields: Object.fromEntries(Object.keys(changes).map(name => [name, seen[name] ?? null])),
        }
      : null

  const keep = async (): Promise<void> => {
    clearTimeout(timer.current)
    timer.current = undefined
    if (!db || key === null || !ready) return
    if (!form.dirty) return isKept.current ? drop() : undefined
    isKept.current = true
    // oxlint-disable-next-line react/purity -- when it is kept, not when it is drawn
    const at = Date.now()
    const { changes } = form
    const older = found?.state === 'offered' ? found.draft : undefined
    await inOrder(() =>
      writeDraft(db, key, { values: changes, base: baseOf(changes), at, ...(older ? { older } : {}) }),
    )
    setKeptAt(new Date(at).toISOString())
  }
  const drop = async (): Promise<void> => {
    clearTimeout(timer.current)
    timer.current = undefined
    isKept.current = false
    setFound(null)
    setKeptAt(null)
    if (db && key !== null) await inOrder(() => dropDraft(db, key))
  }
  const keepNow = useEffectEvent(keep)

  const bring = useEffectEvent((draft: Draft | null) => {
    setReady(true)
    if (!draft) return
    isKept.current = true
    const sameRecord = (draft.base?.version ?? null) === (seen?.version ?? null)
    // What is typed by now is not replaced.
    if (!sameRecord || form.dirty) return setFound({ draft, state: 'offered' })
    form.restore(draft.values)
    setFound(draft.older ? { draft: draft.older, state: 'offered' } : { draft, state: 'restored' })
  })
  useEffect(() => {
    if (!db || key === null) return
    let over = false
    void pruneDrafts(db).catch(() => undefined)
    readDraft(db, key).then(
      draft => over || bring(draft),
      () => over || bring(null),
    )
    return () => {
      over = true
    }
  }, [db, key])

  const { values, dirty } = form
  useEffect(() => {
    if (!ready || (!dirty && !isKept.current)) return
    // The first key starts the clock; the next ones do not put it back.
    timer.current ??= setTimeout(() => void keepNow(), PAUSE)
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- every key counts, whatever it changes
  }, [values, dirty, ready])

  useEffect(() => {
    const now = () => void keepNow()
    const hidden = () => {
      if (document.visibilityState === 'hidden') now()
    }
    const stop = keepBeforeLeaving(() => keepNow())
    window.addEventListener('pagehide', now)
    document.addEventListener('visibilitychange', hidden)
    return () => {
      stop()
      window.removeEventListener('pagehide', now)
      document.removeEventListener('visibilitychange', hidden)
    }
  }, [])
  // Whoever leaves the form finds it again.
  const leave = useEffectEvent(() => {
    if (timer.current !== undefined) void keep()
  })
  useEffect(() => () => leave(), [])

  return {
    found,
    keptAt: dirty ? keptAt : null,
    take: () => {
      setFound(null)
      return found?.draft ?? null
    },
    dismiss: () => setFound(null),
    drop,
  }
}
