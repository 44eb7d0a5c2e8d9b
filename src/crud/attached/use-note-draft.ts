import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useData } from '#src/data/data.ts'
import { keepBeforeLeaving } from '#src/session/dirty.ts'

const PAUSE = 1_000

/** A note being written, kept on the device: a reload, a crash or a sign-out leaves it where it was. */
export function useNoteDraft(key: string) {
  const { db } = useData()
  const [text, setText] = useState('')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const typed = useRef(false)

  const keep = async (value: string) => {
    clearTimeout(timer.current)
    timer.current = undefined
    if (!db) return
    const write = async () => {
      if (value.trim() === '') await db.drafts.delete(key)
      else await db.drafts.put({ key, value, at: Date.now() })
    }
    await write().catch(() => undefined) // a full device: it stays in the box
  }
  const keepNow = useEffectEvent(() => (timer.current === undefined ? Promise.resolve() : keep(text)))
  useEffect(() => {
    if (!db) return
    let over = false
    const bring = async () => {
      const draft = await db.drafts.get(key)
      // What is typed by now is not replaced.
      if (!over && !typed.current && typeof draft?.value === 'string') setText(draft.value)
    }
    void bring().catch(() => undefined) // nothing is brought back
    const now = () => void keepNow()
    const stop = keepBeforeLeaving(keepNow)
    window.addEventListener('pagehide', now)
    return () => {
      over = true
      stop()
      window.removeEventListener('pagehide', now)
      now()
    }
  }, [db, key])

  return {
    text,
    type: (value: string) => {
      typed.current = true
      setText(value)
      clearTimeout(timer.current)
      timer.current = setTimeout(() => void keep(value), PAUSE)
    },
    clear: async () => {
      setText('')
      await keep('')
    },
  }
}
