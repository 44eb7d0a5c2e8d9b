import CloudOff from 'lucide-react/icons/cloud-off'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Banner } from '#src/ui/banner.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'

type Found = { partial: boolean; rows: readonly unknown[] }

/** Above tasks that are perhaps not all of them: nobody but this device could be asked. */
export function PartialTasks({ of: { partial, rows } }: { of: Found }) {
  const { t } = useTranslation('task')
  if (!partial || rows.length === 0) return null
  return (
    <Banner tone="warning" className="m-3">
      {t('task:screen.table.offline')}
    </Banner>
  )
}

/** In place of tasks where nobody but this device could be asked, and it has none. */
export function TasksNotHere({ action }: { action?: ReactNode }) {
  const { t } = useTranslation('task')
  return (
    <EmptyState
      icon={CloudOff}
      tone="warning"
      level={3}
      className="min-h-0!"
      title={t('task:screen.table.notHere')}
      text={t('task:screen.table.notHereText')}
      action={action}
    />
  )
}
