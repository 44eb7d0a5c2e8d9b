import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useGroupCounts } from '#src/data/use-group-counts.ts'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { Card } from '#src/ui/card.tsx'
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx'
import type { ListModel } from '../list/model.ts'
import { Group } from './group.tsx'
import { useSplit } from './use-split.tsx'

/** The rows of a list below a head for every value of a field; each head opens and closes, and selects what is below it. */
export function Groups({ list, title }: { list: ListModel; title: string }) {
  const { module, question } = list
  const { t } = useTranslation('crud')
  const { by, lanes, loading, chooser } = useSplit(list, t('listWork.groups.by'))
  const { counts, error } = useGroupCounts(module, by, question)
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const filled = lanes.filter(lane => (counts?.get(lane.key.replace(/^=/, ''))?.count ?? 0) > 0)
  const toggle = (key: string) =>
    setClosed(now => {
      const next = new Set(now)
      if (!next.delete(key)) next.add(key)
      return next
    })
  return (
    <Card flush>
      <div className="flex flex-wrap items-center gap-2 border-b p-2">
        {chooser}
        <Button size="sm" onClick={() => list.change({ group: '' })}>
          {t('listWork.groups.off')}
        </Button>
        {filled.length > 1 && (
          <Button
            size="sm"
            className="ms-auto"
            onClick={() => setClosed(closed.size === 0 ? new Set(filled.map(lane => lane.key)) : new Set())}
          >
            {t(closed.size === 0 ? 'listWork.groups.closeAll' : 'listWork.groups.openAll')}
          </Button>
        )}
      </div>
      {error && (
        <Banner tone="danger" className="m-3">
          {error.message}
        </Banner>
      )}
      {!error && (loading || !counts) && <SkeletonRows />}
      {counts && !loading && filled.length === 0 && <p className="p-6 text-muted">{t('listWork.groups.empty')}</p>}
      {filled.map(lane => (
        <Group
          key={lane.key}
          list={list}
          title={title}
          by={by}
          lane={lane}
          count={counts?.get(lane.key.replace(/^=/, '')) ?? { count: 0, more: false }}
          isOpen={!closed.has(lane.key)}
          onToggle={() => toggle(lane.key)}
        />
      ))}
    </Card>
  )
}
