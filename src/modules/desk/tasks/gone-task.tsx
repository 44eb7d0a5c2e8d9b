import { useTranslation } from 'react-i18next'
import { Banner } from '#src/ui/banner.tsx'

/** The task that stands open has left its person's sight; `typed`: with something in it that was not saved. */
export function GoneTask({ typed = false }: { typed?: boolean }) {
  const { t } = useTranslation(['task', 'crud'])
  return (
    <Banner tone="warning" announce title={t('task:screen.dialog.passedOn')}>
      {typed && t('crud:form.goneText')}
    </Banner>
  )
}
