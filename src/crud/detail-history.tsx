import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PRINT, SCAN } from '#contract/intent.ts'
import { useHistory, type HistoryEntry } from '#src/data/use-facts.ts'
import { formatDateTime } from '#src/lib/format.ts'
import { Card } from '#src/ui/card.tsx'
import { SegmentedControl } from '#src/ui/segmented-control.tsx'
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx'
import { Failed } from '#src/parts/not-loaded.tsx'
import { useThisRecord } from './this-record.tsx'
import { Timeline } from './timeline.tsx'

type Kind = 'all' | 'changes' | 'moves'

const plain = ['create', 'change', 'archive', 'restore', 'sql', PRINT, SCAN]
const isOf: Record<Kind, (entry: HistoryEntry) => boolean> = {
  all: () => true,
  changes: ({ action }) => action === 'change' || action === 'sql',
  moves: ({ action }) => !plain.includes(action),
}

/** What was done to a record, newest first; all of it, or one kind. */
export function DetailHistory({ most, onAll }: { most?: number; onAll?: () => void }) {
  const { module, row } = useThisRecord()
  const { t } = useTranslation('crud')
  const { entries, loading, error, again } = useHistory(module, row.id)
  const [kind, setKind] = useState<Kind>('all')
  const shown = (entries ?? []).filter(isOf[kind])
  const kinds: Kind[] = module.moves ? ['all', 'changes', 'moves'] : ['all', 'changes']
  return (
    <Card
      title={t('history.title')}
      aside={
        most === undefined && (
          <SegmentedControl
            label={t('history.show')}
            value={kind}
            onChange={setKind}
            options={kinds.map(value => ({ value, label: t(`history.kinds.${value}`) }))}
          />
        )
      }
      footer={
        <>
          <span>{t('detail.changed', { at: formatDateTime(row.updatedAt) })}</span>
          {onAll && most !== undefined && shown.length > most && (
            <button type="button" className="link ms-auto" onClick={onAll}>
              {t('history.showAll')}
            </button>
          )}
        </>
      }
    >
      {loading && <SkeletonRows rows={4} />}
      {error && <Failed message={error.message} onAgain={again} />}
      {shown.length > 0 && <Timeline module={module} entries={shown.slice(0, most)} />}
      {entries && shown.length === 0 && <p className="text-30 text-muted">{t('history.none')}</p>}
    </Card>
  )
}
