import { Suspense, useEffect, useState } from 'react'
import { SHORT_IDLE_MINUTES } from '#contract/calls/session.ts'
import { piece } from '#src/lib/piece.ts'
import { readSession } from '#src/offline/device.ts'
import { lastTouch, touch } from '#src/offline/presence.ts'
import { refreshActor } from '#src/session/actor.ts'

const TimeOutDialog = piece(() => import('./time-out-dialog.tsx').then(({ TimeOutDialog }) => TimeOutDialog))

/** Two minutes are more than the one that people are owed. */
const WARN_SECONDS = 120

const secondsLeft = () => Math.ceil((lastTouch() + SHORT_IDLE_MINUTES * 60_000 - Date.now()) / 1_000)

/** Warns before a session that is not kept ends for want of work. Any touch is work; the server does the ending. */
export function TimeOut() {
  const [left, setLeft] = useState<number | null>(null)
  useEffect(() => {
    let timer: ReturnType<typeof setInterval> | undefined
    let over = false
    const look = () => {
      const seconds = secondsLeft()
      setLeft(seconds > 0 && seconds <= WARN_SECONDS ? seconds : null)
    }
    void (async () => {
      const kept = await readSession().catch(() => null)
      if (kept?.keep === false && !over) timer = setInterval(look, 1_000)
    })()
    return () => {
      over = true
      clearInterval(timer)
    }
  }, [])

  const stay = () => {
    touch()
    setLeft(null)
    refreshActor().catch(() => {})
  }
  return (
    left !== null && (
      <Suspense fallback={null}>
        <TimeOutDialog seconds={left} onStay={stay} />
      </Suspense>
    )
  )
}
