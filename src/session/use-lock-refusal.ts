import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useConnection } from '#src/data/use-connection.ts'
import { judgesAlone, useSharedDevice } from './lock.ts'

/** Why nobody should lock now: without a connection and a word of its own, the device could not be opened again. */
export function useLockRefusal(): string | undefined {
  const { t } = useTranslation('shell')
  const { online } = useConnection()
  const isShared = useSharedDevice()
  const [known, setKnown] = useState<boolean>()
  useEffect(() => {
    if (!online && isShared) void judgesAlone().then(setKnown)
  }, [online, isShared])
  // No other device remembers a password. One that does has done so since its person signed in.
  const judges = isShared && (known ?? true)
  return online || judges ? undefined : t('profile.lockRefused')
}
