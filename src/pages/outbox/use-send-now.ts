import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { whyNot } from '#src/data/use-deed.ts'
import { useOutboxDeeds } from '#src/data/use-outbox.ts'
import { readConnection } from '#src/offline/connection.ts'
import { readUnkept } from '#src/offline/unkept-files.ts'

/** How an attempt ended: it is said once, and as long as it is so. `isSeen`: the page shows as much by now. */
type Ended = { left: number; words: string; isSeen: boolean }

/** Sends at once, whatever the browser says of the network, and tells how it went. `count`: how much waits. */
export function useSendNow(count: number) {
  const { t } = useTranslation(['outbox', 'crud'])
  const { sendNow, countWaiting } = useOutboxDeeds()
  const [busy, setBusy] = useState(false)
  const [ended, setEnded] = useState<Ended | null>(null)
  const attempts = useRef(0)
  const running = useRef(false)
  const isOver = ended !== null && (count < ended.left || (ended.isSeen && count !== ended.left))
  if (isOver) setEnded(null)
  else if (ended && !ended.isSeen && count === ended.left) setEnded({ ...ended, isSeen: true })
  const send = async () => {
    // One that hangs is let go of, and another begins.
    if (running.current && !readConnection().slow) return
    const attempt = ++attempts.current
    running.current = true
    setBusy(true)
    setEnded(null)
    let [before, left] = [count, count]
    let refusal = null as string | null
    const why = await whyNot(async () => {
      before = await countWaiting()
      refusal = await sendNow()
      left = await countWaiting()
      return null
    })
    if (attempt !== attempts.current) return
    setEnded({ left, words: why ?? words(before - left, left, refusal), isSeen: false })
    running.current = false
    setBusy(false)
  }
  const words = (sent: number, left: number, refusal: string | null): string => {
    if (left === 0) return t('sendNow.none')
    const some = sent > 0 && t('sendNow.some', { count: sent })
    const { online } = readConnection()
    const unkept = readUnkept()
    if (!some && !refusal && unkept === 0) return t(online ? 'sendNow.waits' : 'sendNow.failed', { count: left })
    const answer = some || refusal ? [some, refusal] : [t(online ? 'sendNow.answered' : 'sendNow.noAnswer')]
    const kept = left > unkept && t('sendNow.left', { count: left - unkept })
    return [...answer, kept, unkept > 0 && t('crud:attached.hereMany', { count: unkept })].filter(Boolean).join(' ')
  }
  return { busy, said: ended?.words ?? '', sendNow: send }
}
