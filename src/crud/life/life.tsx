import History from 'lucide-react/icons/history'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { TimelineEntry } from '#contract/calls/timeline.ts'
import { groupBy } from '#contract/group-by.ts'
import type { Module } from '#contract/module.ts'
import { useLife, type LifeCall, type LifeQuestion } from '#src/data/use-life.ts'
import { formatLongDay, onTheWall } from '#src/lib/format.ts'
import { Button } from '#src/ui/button.tsx'
import { Card } from '#src/ui/card.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { Select } from '#src/ui/select.tsx'
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx'
import { Failed } from '#src/parts/not-loaded.tsx'
import { LifeEntry } from './life-entry.tsx'

type Props = {
  module: Module
  id: number
  call: LifeCall
  /** What it is asked with, beside the kind. */
  question: LifeQuestion
  /** More ways to narrow it, beside the kind. */
  narrow?: ReactNode
  /** What can be done about an entry. */
  actionOf?: (entry: TimelineEntry) => ReactNode
}

/** One timeline over everything that has to do with a record, day by day, the newest first. */
export function Life({ module, id, call, question, narrow, actionOf }: Props) {
  const { t } = useTranslation('crud')
  const [kind, setKind] = useState('')
  const life = useLife(module, id, call, { ...question, kind: kind || undefined })
  const { entries, kinds, loading, error, hasMore, loadMore, loadingMore } = life
  const days = groupBy(entries, ({ at }) => onTheWall(new Date(at)).day)
  return (
    <Card
      title={t('life.title')}
      aside={
        <div className="flex justify-end gap-2 max-sm:flex-wrap">
          {narrow}
          <KindSelect kinds={kinds} value={kind} onChange={setKind} />
        </div>
      }
      footer={
        hasMore && (
          <Button size="sm" loading={loadingMore} onClick={loadMore}>
            {t('life.more')}
          </Button>
        )
      }
    >
      {loading && <SkeletonRows rows={6} />}
      {error && <Failed message={error.message} onAgain={life.again} />}
      {!loading && !error && entries.length === 0 && (
        <EmptyState icon={History} title={t('life.none')} text={kind ? t('life.noneOfKind') : undefined} level={3} />
      )}
      <div className="grid gap-5">
        {[...days].map(([day, of]) => (
          <section key={day} className="grid gap-3" aria-label={formatLongDay(day)}>
            <h3 className="text-20 font-semibold tracking-wide text-muted">{formatLongDay(day)}</h3>
            <ol className="grid gap-4 text-30">
              {of.map((entry, index) => (
                <LifeEntry
                  key={entry.key}
                  entry={entry}
                  own={entry.module === module.name && entry.record === id}
                  last={index === of.length - 1}
                  action={actionOf?.(entry)}
                />
              ))}
            </ol>
          </section>
        ))}
      </div>
    </Card>
  )
}

function KindSelect(props: { kinds: readonly string[]; value: string; onChange: (kind: string) => void }) {
  const { kinds, value, onChange } = props
  const { t } = useTranslation(['crud', ...kinds])
  const capital = (text: string) => text.charAt(0).toLocaleUpperCase() + text.slice(1)
  return (
    <Select
      aria-label={t('crud:life.show')}
      size="sm"
      value={value}
      onChange={onChange}
      className="min-w-40"
      options={[
        { value: '', label: t('crud:life.everything') },
        ...kinds.map(kind => ({ value: kind, label: capital(t(`${kind}:nouns`)) })),
        { value: 'note', label: t('crud:life.notes') },
        { value: 'file', label: t('crud:life.files') },
      ]}
    />
  )
}
