import { useEffect, useState } from 'react'
import { useUploads } from '#src/data/use-uploads.ts'

/** What came to its end longer ago than this is not what ended the waiting. In ms. */
export const JUST = 5_000
const none: ReadonlySet<number> = new Set()

/** Was any photo or file sent that waited until now? Of what was given up nothing is left to be found here. */
export function useSentFiles(waits: boolean): boolean {
  const { items } = useUploads()
  const [round, setRound] = useState({ waits, waited: none })
  const waiting = items.filter(({ state }) => state !== 'done').map(({ id }) => id)
  const sent = [...round.waited].filter(id => items.some(item => item.id === id && item.state === 'done'))
  // What was sent a while before the rest went says nothing of how that went.
  useEffect(() => {
    if (!waits || sent.length === 0) return
    const timer = setTimeout(() => {
      setRound(now => ({ ...now, waited: new Set([...now.waited].filter(id => !sent.includes(id))) }))
    }, JUST)
    return () => clearTimeout(timer)
    // oxlint-disable-next-line react/exhaustive-deps -- which ones they are is what counts
  }, [waits, sent.join()])
  // What was sent before something waits again is old news then.
  if (round.waits !== waits) setRound({ waits, waited: waits ? none : round.waited })
  else if (waits && waiting.some(id => !round.waited.has(id)))
    setRound({ waits, waited: new Set([...round.waited, ...waiting]) })
  return !waits && items.some(({ id, state }) => state === 'done' && round.waited.has(id))
}
