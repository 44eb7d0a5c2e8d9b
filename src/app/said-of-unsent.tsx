import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSent } from '#src/data/use-outbox.ts'
import type { Unsent } from '#src/data/use-unsent.ts'
import { JUST, useSentFiles } from './use-sent-files.ts'
import { useUnsentState, type UnsentState } from './use-unsent-state.ts'

type Props = { unsent: Unsent; waits: boolean }

/** What is read aloud of unsent work: how it stands while it waits, and that it is sent when it was. */
export function SaidOfUnsent({ unsent, waits }: Props) {
  const isFileSent = useSentFiles(waits)
  return waits ? <Standing unsent={unsent} /> : <Sent isFileSent={isFileSent} />
}

/** Does it go on by itself? */
const trying: readonly (UnsentState | undefined)[] = ['sending', 'unsent', 'slow', 'silent']
const isTrying = (state: UnsentState | undefined) => trying.includes(state)

/**
 * Without the number, so that a queue that empties is not counted aloud. What is tried again and again is told once, until
 * something else becomes of it.
 */
function Standing({ unsent }: { unsent: Unsent }) {
  const { t } = useTranslation('outbox')
  const { state } = useUnsentState(unsent)
  const [told, setTold] = useState<readonly UnsentState[]>([state])
  const [isPast, setIsPast] = useState(false)
  const last = told.at(-1)!
  if (!told.includes(state)) {
    setTold(isTrying(state) && isTrying(last) ? [...told, state] : [state])
    setIsPast(false)
  } else if (state !== last && !isPast) setIsPast(true)
  return isPast ? null : t(`announce.${last}`)
}

/** What somebody discarded has gone too, and was not sent. */
function Sent({ isFileSent }: { isFileSent: boolean }) {
  const { t } = useTranslation('outbox')
  // What just went came to its end a moment ago, and is told until something waits again.
  const [since] = useState(() => Date.now() - JUST)
  const isSent = useSent(since)?.some(({ state }) => state === 'done') ?? false
  return (isSent || isFileSent) && t('announce.sent')
}
