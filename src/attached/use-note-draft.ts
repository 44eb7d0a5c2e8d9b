import { useEffect, useRef, useState } from 'react'
import { useData } from '#src/data/data.ts'
import { holdTyped, keepBeforeLeaving } from '#src/session/dirty.ts'
import { endedElsewhere } from '#src/session/store.ts'
import { leaveAfter } from '#src/data/drafts/hold.ts'
import type { Own } from '#src/data/drafts/own.ts'
import { ownNote } from './own-note.ts'

const PAUSE = 600

/** A note being written, kept on the device: a reload, a crash or a sign-out leaves it where it was. Each box has its own. */
export function useNoteDraft(place: string) {
  const { db } = useData()
  const [text, setText] = useState('')
  const [kept, setKept] = useState(false)
  const [isFull, setFull] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  /** What was typed here, and not only brought back; null while nothing was. */
  const typed = useRef<string | null>(null)
  /** What was typed and is not kept yet has other tabs wait. */
  const letGo = useRef(() => {})
  /** Does nothing until the store is open, and then begins with what was typed by then. */
  const keep = useRef(async () => {})
  /** What is on its way: the queue of changes has it. */
  const given = useRef<string | null>(null)
  const [own] = useState(() => ownNote(place))
  const isLeft = useRef(false)

  useEffect(() => {
    if (!db) return
    let over = false
    keep.current = async () => {
      clearTimeout(timer.current)
      timer.current = undefined
      const value = typed.current
      if (value === null || value === given.current || endedElsewhere()) return letGo.current()
      // On a full device it stays in the box.
      const isWritten = await own.keep(db, value)
      // What was typed meanwhile is still to be kept.
      if (timer.current === undefined) letGo.current()
      if (over) return
      setFull(!isWritten)
      if (isWritten && typed.current === value) setKept(value.trim() !== '')
    }
    const bring = async () => {
      // What is typed by now is not replaced.
      const found = await own.bring(db, () => !over && typed.current === null)
      if (found === null) return
      setText(found)
      setKept(true)
    }
    void bring()
    if (typed.current !== null) void keep.current()
    const now = () => void keep.current()
    const stop = keepBeforeLeaving(() => keep.current())
    window.addEventListener('pagehide', now)
    return () => {
      over = true
      stop()
      window.removeEventListener('pagehide', now)
      now()
    }
  }, [db, own])
  // Whoever comes back finds it again.
  useEffect(() => {
    isLeft.current = false
    return () => {
      isLeft.current = true
      leaveAfter(own.letGo())
    }
  }, [own])

  const type = (value: string) => {
    typed.current = value
    setText(value)
    setKept(false)
    // The first key starts the clock; the next ones do not put it back.
    if (timer.current !== undefined) return
    timer.current = setTimeout(() => void keep.current(), PAUSE)
    letGo.current()
    if (db) letGo.current = holdTyped()
  }
  /**
   * Its text is about to be sent: answers its draft, which is over when that is kept. What is typed from now on has another.
   * What was typed is kept before anything else happens: the page may be gone before the queue of changes has it.
   */
  const hand = (): Promise<Own | null> => {
    const isUnkept = timer.current !== undefined
    clearTimeout(timer.current)
    timer.current = undefined
    given.current = typed.current ?? text
    if (db && isUnkept && !endedElsewhere()) void own.keep(db, given.current)
    return own.take()
  }
  /** It was not taken, and is still to be kept here. */
  const takeBack = (handed: Own | null) => {
    given.current = null
    typed.current ??= text
    if (db && handed) void own.putBack(db, handed)
    void keep.current()
    if (isLeft.current) leaveAfter(own.letGo())
  }
  /** It was sent; what somebody typed meanwhile stays. */
  const clear = (sent: string, handed: Own | null) => {
    given.current = null
    if (db && handed) void own.giveUp(db, handed, sent)
    if ((typed.current ?? text) !== sent) return
    typed.current = ''
    setText('')
    setKept(false)
    void keep.current()
  }
  /** Nothing but the box has it: the device is full, or this browser keeps nothing. */
  const isOnlyHere = text.trim() !== '' && !kept && (db === null || isFull)
  return { text, kept, isOnlyHere, type, hand, takeBack, clear }
}
