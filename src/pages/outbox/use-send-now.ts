import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { whyNot } from '#src/data/use-deed.ts'
import { useOutboxDeeds } from '#src/data/use-outbox.ts'
import { readConnection } from '#src/offline/connection.ts'

/** How an attempt ended: it is said once, and as long as it is so. `isSeen`: the page shows as much by now. */
type Ended = { left: number; words: string; isSeen: boolean }

/** Sends at once, whatever the browser says of the network, and tells how it went. `count`: how much waits. */
export function useSendNow(count: number) {
  const { t } = useTranslation('outbox')
  const { sendNow, countWaiting } = useOutboxDeeds()
  const [busy, setBusy] = useState(false)
  const [ended, setEnded] = useState<Ended | null>(null)
  const running = useRef(false)
  const isOver = ended !== null && (count < ended.left || (ended.isSeen && count !== ended.left))
  if (isOver) setEnded(null)
  else if (ended && !ended.isSeen && count === ended.left) setEnded({ ...ended, isSeen: true })
  const send = async () => {
    if (running.current) return
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
    setEnded({ left, words: why ?? words(before - left, left, refusal), isSeen: false })
    running.current = false
    setBusy(false)
  }
  const words = (sent: number, left: number, refusal: string | null): string => {
    if (left === 0) return t('sendNow.none')
    const some = sent > 0 && t('sendNow.some', { count: sent })
    if (some || refusal) return [some, refusal, t('sendNow.left', { count: left })].filter(Boolean).join(' ')
    return t(readConnection().online ? 'sendNow.waits' : 'sendNow.failed', { count: left })
  }
  return { busy, said: ended?.words ?? '', sendNow: send }
}
