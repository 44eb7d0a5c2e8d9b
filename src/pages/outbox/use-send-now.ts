import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useConnection } from '#src/data/use-connection.ts'
import { useOutboxDeeds } from '#src/data/use-outbox.ts'

/** Sends at once, whatever the browser says of the network, and tells how it went. `count`: how much waits. */
export function useSendNow(count: number) {
  const { t } = useTranslation('outbox')
  const { sendNow } = useOutboxDeeds()
  const { online } = useConnection()
  const [busy, setBusy] = useState(false)
  const [tried, setTried] = useState<number | null>(null)
  const running = useRef(false)
  const send = async () => {
    if (running.current) return
    running.current = true
    setBusy(true)
    setTried(null)
    const before = count
    try {
      await sendNow()
    } finally {
      running.current = false
      setBusy(false)
      setTried(before)
    }
  }
  const words = (before: number): string => {
    const sent = Math.max(0, before - count)
    if (count === 0) return t('sendNow.none')
    if (sent > 0) return `${t('sendNow.some', { count: sent })} ${t('sendNow.left', { count })}`
    return t(online ? 'sendNow.waits' : 'sendNow.failed', { count })
  }
  return { busy, said: tried === null ? '' : words(tried), sendNow: send }
}
