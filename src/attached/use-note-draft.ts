import { useEffect, useRef, useState } from 'react'
import { useData } from '#src/data/data.ts'
import { leaveAfter, whenLeft } from '#src/data/drafts/hold.ts'
import { draftHolder } from '#src/data/drafts/holder.ts'
import { giveUp, type Own } from '#src/data/drafts/own.ts'
import { useKeptOnGoing } from '#src/data/drafts/use-kept-on-going.ts'
import { serverNow } from '#src/lib/clock.ts'
import { useIsHere } from '#src/lib/use-is-here.ts'
import { useSteady } from '#src/lib/use-steady.ts'
import type { UserDb } from '#src/offline/user-db.ts'
import { holdTyped } from '#src/session/dirty.ts'
import { endedElsewhere } from '#src/session/store.ts'
import { forgetLastWords, lastWords, noteLastWords } from './last-words.ts'
import { leftNote } from './left-note.ts'

const PAUSE = 600

/** A note being written, kept on the device: a reload, a crash or a sign-out leaves it where it was. Each box has its own. */
export function useNoteDraft(place: string) {
  const { db } = useData()
  const [text, setText] = useState('')
  const [kept, setKept] = useState(false)
  const [isFull, setFull] = useState(false)
  const [holder] = useState(() => draftHolder(PAUSE))
  const isHere = useIsHere()
  /** What was typed here, and not only brought back; null while nothing was. */
  const typed = useRef<string | null>(null)
  /** What was typed and is not kept yet has other tabs wait. */
  const letGo = useRef(() => {})
  /** What is on its way: the queue of changes has it. */
  const given = useRef<string | null>(null)

  /** Answers whether it is kept. A page that goes away before it is finds it when it is back. */
  const write = async (db: UserDb, value: string): Promise<boolean> => {
    if (value.trim() === '') return holder.drop(db).then(() => true)
    noteLastWords(db, place, { text: value, key: holder.own()?.key ?? null })
    return holder.keep(db, place, async key => {
      await db.drafts.put({ key, value, at: serverNow() })
      forgetLastWords(db, place, value)
    })
  }
  /** Does nothing until the store is open, and then begins with what was typed by then. */
  const keep = useSteady(async () => {
    if (!db) return
    holder.stopClock()
    const value = typed.current
    if (value === null || value === given.current || endedElsewhere()) return letGo.current()
    // On a full device it stays in the box.
    const isWritten = await write(db, value)
    // What was typed meanwhile is still to be kept.
    if (!holder.isDue()) letGo.current()
    if (!isHere.current) return
    setFull(!isWritten)
    if (isWritten && typed.current === value) setKept(value.trim() !== '')
  })
  useKeptOnGoing(keep)
  useEffect(() => {
    if (!db) return
    let over = false
    // Asked here: in its turn it could wait for this very box to be left.
    const others = whenLeft()
    // Of the page before this one: what this box writes from now on is its own.
    const last = lastWords(db, place)
    void holder.inOrder(async () => {
      await others
      const found = await leftNote(db, place, last)
      // What is typed by now is not replaced.
      if (!found || over || typed.current !== null) return found?.letGo()
      holder.goOnWith(found)
      setText(found.text)
      setKept(true)
    })
    if (typed.current !== null) void keep()
    return () => {
      over = true
    }
  }, [db, holder, keep, place])
  // Whoever comes back finds it again.
  useEffect(
    () => () => {
      void keep()
      leaveAfter(holder.letGo())
    },
    [holder, keep],
  )

  const type = (value: string) => {
    typed.current = value
    setText(value)
    setKept(false)
    if (holder.isDue()) return
    holder.keepSoon(keep)
    letGo.current()
    if (db) letGo.current = holdTyped()
  }
  /**
   * Its text is about to be sent: answers its draft, which is over when that is kept. What is typed from now on has another.
   * What was typed is kept before anything else happens: the page may be gone before the queue of changes has it.
   */
  const hand = (): Promise<Own | null> => {
    const isUnkept = holder.isDue()
    holder.stopClock()
    given.current = typed.current ?? text
    if (db && isUnkept && !endedElsewhere()) void write(db, given.current)
    return holder.take()
  }
  /** It was not taken, and is still to be kept here. */
  const takeBack = (handed: Own | null) => {
    given.current = null
    typed.current ??= text
    // It is that of the box again, unless that has another one by now.
    if (db && handed) void holder.inOrder(async () => (holder.own() ? giveUp(db, handed) : holder.goOnWith(handed)))
    void keep()
    if (!isHere.current) leaveAfter(holder.letGo())
  }
  /** It was sent; what somebody typed meanwhile stays. */
  const clear = (sent: string, handed: Own | null) => {
    given.current = null
    if (db && handed) {
      forgetLastWords(db, place, sent)
      void holder.inOrder(() => giveUp(db, handed))
    }
    if ((typed.current ?? text) !== sent) return
    typed.current = ''
    setText('')
    setKept(false)
    void keep()
  }
  /** Nothing but the box has it: the device is full, or this browser keeps nothing. */
  const isOnlyHere = text.trim() !== '' && !kept && (db === null || isFull)
  return { text, kept, isOnlyHere, type, hand, takeBack, clear }
}
