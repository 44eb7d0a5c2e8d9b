import { clsx } from 'clsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useConnection } from '#src/data/use-connection.ts'
import type { Trouble } from '#src/offline/connection.ts'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { applyUpdate, useUpdate } from './updates.ts'

const reloadHelps: Trouble[] = ['newVersion', 'clientTooOld', 'blocked', 'storageFull']

/** What concerns the whole app: a new version waits, or the store on this device has a trouble. */
export function Notices({ className }: { className?: string | undefined }) {
  const { t } = useTranslation(['shell', 'problems'])
  const { trouble } = useConnection()
  const ready = useUpdate()
  const [later, setLater] = useState(false)
  const [refused, setRefused] = useState(false)
  if (!trouble && (!ready || later)) return null
  return (
    <div className={clsx('grid w-full gap-2 px-gutter pt-3 print:hidden', className)}>
      {trouble && (
        <Banner
          tone="danger"
          announce
          title={t(`problems:trouble.${trouble}.title`)}
          actions={
            reloadHelps.includes(trouble) && (
              <Button size="xs" onClick={() => location.reload()}>
                {t('error.reload')}
              </Button>
            )
          }
        >
          {t(`problems:trouble.${trouble}.text`)}
        </Banner>
      )}
      {ready && !later && (
        <Banner
          tone="info"
          title={t('update.ready')}
          onDismiss={() => setLater(true)}
          actions={
            <Button size="xs" onClick={() => setRefused(!applyUpdate())}>
              {t('update.apply')}
            </Button>
          }
        >
          {t(refused ? 'update.dirty' : 'update.text')}
        </Banner>
      )}
    </div>
  )
}
