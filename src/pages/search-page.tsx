import CloudOff from 'lucide-react/icons/cloud-off'
import Search from 'lucide-react/icons/search'
import SearchX from 'lucide-react/icons/search-x'
import ServerCrash from 'lucide-react/icons/server-crash'
import { useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { find } from '#src/app/palette/entry.ts'
import { useRecordEntries } from '#src/app/palette/records.ts'
import { useFound, type FoundGroup } from '#src/app/palette/use-found.ts'
import { SearchBox } from '#src/crud/list/search-box.tsx'
import { Button } from '#src/ui/button.tsx'
import { Card } from '#src/ui/card.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { PageHead } from '#src/ui/page-head.tsx'
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx'
import { SearchGroup } from './search/search-group.tsx'

/** All that is found, grouped by what it is. What is asked for stands in the address; what this device keeps comes first. */
export function SearchPage() {
  const { t } = useTranslation('palette')
  const [params, setParams] = useSearchParams()
  const q = params.get('q')?.trim() ?? ''
  const kept = useKeptGroups(q)
  const found = useFound(q, { pause: 0 })
  const groups = found.groups ?? kept
  const count = groups.reduce((sum, group) => sum + group.entries.length, 0)
  const more = groups.some(group => group.more)
  const words = q.split(/\s+/).filter(Boolean)
  return (
    // The arrow keys go from result to result.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- it is the links in it that are reached
    <div onKeyDown={walk}>
      <PageHead title={t('palette:search.title')} />
      <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2">
        <SearchBox
          label={t('palette:search.label')}
          placeholder={t('palette:search.placeholder')}
          q={q}
          onSearch={text => setParams(text === '' ? {} : { q: text }, { replace: true, preventScrollReset: true })}
        />
        <p role="status" className="text-30 text-muted">
          {q === ''
            ? ''
            : found.asking && count === 0
              ? t('palette:search.asking')
              : more
                ? t('palette:search.countMore', { shown: count })
                : t('palette:search.count', { count })}
        </p>
      </div>
      {found.cutOff && (
        <p className="mb-4 flex items-center gap-2 rounded-3 border border-warning-border bg-warning-subtle px-4 py-2 text-30 text-warning-text">
          <Icon of={CloudOff} size="sm" />
          {t('palette:search.partial')}
        </p>
      )}
      {q === '' ? (
        <Card>
          <EmptyState icon={Search} title={t('palette:search.start')} text={t('palette:search.startText')} />
        </Card>
      ) : count > 0 ? (
        <div className="grid gap-4">
          {groups.map(group => (
            <Group key={group.module} group={group} q={q} words={words} />
          ))}
        </div>
      ) : found.asking ? (
        <Card flush>
          <SkeletonRows />
        </Card>
      ) : (
        <Card>
          {found.failed && !found.cutOff ? (
            <EmptyState
              icon={ServerCrash}
              tone="danger"
              title={t('palette:search.failed')}
              action={<Button onClick={found.again}>{t('palette:search.again')}</Button>}
            />
          ) : (
            <EmptyState
              icon={SearchX}
              title={t(found.cutOff ? 'palette:search.nothingKept' : 'palette:search.nothing', { typed: q })}
              text={t('palette:search.nothingText')}
            />
          )}
        </Card>
      )}
    </div>
  )
}

/** A group shows a few; who wants more of it asks for them. */
function Group({ group, q, words }: { group: FoundGroup; q: string; words: readonly string[] }) {
  const [wants, setWants] = useState(false)
  const all = useFound(wants ? q : '', { module: group.module, pause: 0 })
  const whole = all.groups?.find(({ module }) => module === group.module)
  return (
    <SearchGroup
      group={whole ?? group}
      q={q}
      words={words}
      loading={wants && all.asking}
      {...(group.more && !whole ? { onMore: () => setWants(true) } : {})}
    />
  )
}

/** What this device keeps, found and grouped as the server would. */
function useKeptGroups(q: string): FoundGroup[] {
  const entries = useRecordEntries()
  if (q === '') return []
  const groups = new Map<string, FoundGroup>()
  for (const { entries: found } of find(entries, q, Number.POSITIVE_INFINITY))
    for (const entry of found) {
      const module = entry.module ?? ''
      const group = groups.get(module) ?? { module, entries: [], more: false }
      groups.set(module, group)
      group.entries.push(entry)
    }
  return [...groups.values()]
}

function walk(event: KeyboardEvent<HTMLElement>): void {
  const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (by === 0 || event.ctrlKey || event.metaKey || event.altKey) return
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input[type=search], a[data-result]')]
  const at = stops.indexOf(document.activeElement as HTMLElement)
  const next = at === -1 ? undefined : stops[at + by]
  if (!next) return
  event.preventDefault()
  next.focus()
}
