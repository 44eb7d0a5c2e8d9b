import { useTranslation } from 'react-i18next'
import type { List } from '#contract/list.ts'
import { useListHistory } from '#src/data/use-facts.ts'
import { Card } from '#src/ui/card.tsx'
import { Timeline } from '../timeline.tsx'
import { PasteCard, type PasteCardProps } from './paste-card.tsx'

/** What stands beside the table, or below it where there is no room. */
export const SideCards = ({ mayCreate, ...paste }: PasteCardProps & { mayCreate: boolean }) => (
  <>
    {mayCreate && <PasteCard {...paste} />}
    <Changes list={paste.list} />
  </>
)

/** What was last done to the list, and by whom. */
function Changes({ list }: { list: List }) {
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
