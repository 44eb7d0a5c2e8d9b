import History from 'lucide-react/icons/history'
import { useTranslation } from 'react-i18next'
import { formatDay, formatTime, today } from '#src/lib/format.ts'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import type { RecordForm } from '../use-record-form.ts'

/** Says that an earlier draft stands in the form, or that there is one for the record as it was. */
export function DraftBanner({ record }: { record: Pick<RecordForm, 'draft' | 'discard' | 'takeDraft' | 'seen'> }) {
  const { t } = useTranslation('crud')
  const { found, dismiss, drop } = record.draft
  if (!found) return null
  const at = new Date(found.draft.at)
  const when = today(at) === today() ? formatTime(at) : `${formatDay(at)}, ${formatTime(at)}`
  if (found.state === 'restored')
    return (
      <Banner
        tone="info"
        icon={History}
        title={t('form.draft.restored', { at: when })}
        onDismiss={dismiss}
        actions={
          <Button size="xs" variant="ghost" onClick={record.discard}>
            {record.seen ? t('form.draft.discard') : t('form.draft.startEmpty')}
          </Button>
        }
      >
        {t('form.draft.restoredText')}
      </Banner>
    )
  return (
    <Banner
      tone="info"
      icon={History}
      title={t('form.draft.offered', { at: when })}
      actions={
        <>
          <Button size="xs" onClick={record.takeDraft}>
            {t('form.draft.take')}
          </Button>
          <Button size="xs" variant="ghost" onClick={() => void drop()}>
            {t('form.draft.discard')}
          </Button>
        </>
      }
    >
      {record.seen ? t('form.draft.offeredText') : ''}
    </Banner>
  )
}
