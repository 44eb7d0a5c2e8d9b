import { useState } from 'react'
import { useUploads } from '#src/data/use-uploads.ts'

const none: ReadonlySet<number> = new Set()

/** Was any photo or file sent that waited until now? Of what was given up nothing is left to be found here. */
export function useSentFiles(waits: boolean): boolean {
  const { items } = useUploads()
  const [round, setRound] = useState({ waits, waited: none })
  const waiting = items.filter(({ state }) => state !== 'done').map(({ id }) => id)
  // What was sent before something waits again is old news then.
  if (round.waits !== waits) setRound({ waits, waited: waits ? none : round.waited })
  else if (waits && waiting.some(id => !round.waited.has(id)))
    setRound({ waits, waited: new Set([...round.waited, ...waiting]) })
  return !waits && items.some(({ id, state }) => state === 'done' && round.waited.has(id))
}
