import { useTranslation } from 'react-i18next'
import type { List } from '#contract/list.ts'
import { useListHistory } from '#src/data/use-facts.ts'
import { Card } from '#src/ui/card.tsx'
import { Timeline } from '../timeline.tsx'

/** What was last done to the list, and by whom. */
export function ChangesCard({ list }: { list: List }) {
  const { t } = useTranslation('crud')
  const { entries, error } = useListHistory(list)
  return (
    <Card title={t('history.last')}>
      {entries && entries.length > 0 && <Timeline module={list} entries={entries} />}
      {entries?.length === 0 && <p className="text-30 text-muted">{t('history.none')}</p>}
      {error && <p className="text-30 text-muted">{error.message}</p>}
    </Card>
  )
}
