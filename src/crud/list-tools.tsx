import Search from 'lucide-react/icons/search'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Module } from '#contract/module.ts'
import type { Records } from '#src/data/use-records.ts'
import { useWords } from '#src/fields/words.ts'
import { formatNumber } from '#src/lib/format.ts'
import { useShortcut } from '#src/lib/keys/shortcuts.ts'
import { Switch } from '#src/ui/switch.tsx'
import { TextInput } from '#src/ui/text-input.tsx'
import { Filters } from './filters.tsx'
import type { ListQuery } from './use-list-query.ts'

type Props = {
  module: Module
  /** The fields that the list can be narrowed by. */
  filters: readonly string[]
  query: ListQuery
  onWant: (change: Partial<ListQuery>) => void
  records: Pick<Records, 'rows' | 'hasMore'>
}

/** Search, filters and the archive, and how many rows are left. */
export function ListTools({ module, filters, query, onWant, records }: Props) {
  const { t } = useTranslation('crud')
  const words = useWords(module)
  const box = useRef<HTMLInputElement>(null)
  const keys = useShortcut('search', () => box.current?.focus())
  return (
    <div role="search" className="mb-3 flex flex-wrap items-center gap-2">
      <TextInput
        ref={box}
        type="search"
        aria-keyshortcuts={keys}
        size="sm"
        icon={Search}
        className="max-w-72 min-w-40 flex-1 max-sm:max-w-none max-sm:basis-full"
        aria-label={t('list.search')}
        placeholder={t('list.find', { nouns: words.nouns })}
        clearable
        value={query.q}
        onChange={q => onWant({ q })}
      />
      <Filters module={module} names={filters} filter={query.filter} onFilter={filter => onWant({ filter })} />
      <Switch label={t('records.archived')} checked={query.archived} onChange={archived => onWant({ archived })} />
      {records.rows.length > 0 && (
        <span className="ms-auto text-30 text-muted" role="status">
          <bdi>
            {t('records.count', {
              count: records.rows.length,
              shown: formatNumber(records.rows.length) + (records.hasMore ? '+' : ''),
              nouns: words.nouns,
            })}
          </bdi>
        </span>
      )}
    </div>
  )
}
