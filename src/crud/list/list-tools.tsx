import { useTranslation } from 'react-i18next'
import type { Module } from '#contract/module.ts'
import { nounFor, useWords } from '#src/fields/words.ts'
import { formatCount } from '#src/lib/format.ts'
import { Switch } from '#src/ui/switch.tsx'
import { Filters } from './filters.tsx'
import type { ListState, Question } from './state.ts'
import { SearchBox } from './search-box.tsx'

type Props = {
  module: Module
  /** The fields that the list can be narrowed by; all that the module offers unless given. */
  filters?: readonly string[]
  query: Question
  onWant: (change: Partial<ListState>) => void
  /** How many rows there are, as far as that is known; `more` where there are more than that. */
  count: { shown: number; more: boolean } | null
}

/** Search, filters and the archive, and how many rows are left. */
export function ListTools({ module, filters, query, onWant, count }: Props) {
  const { t } = useTranslation('crud')
  const words = useWords(module)
  return (
    <div
      role="search"
      aria-label={t('list.find', { nouns: words.nouns })}
      className="mb-3 flex flex-wrap items-center gap-2"
    >
      <SearchBox
        label={t('list.search')}
        placeholder={t('list.find', { nouns: words.nouns })}
        q={query.q}
        onSearch={q => onWant({ q })}
      />
      <Filters module={module} names={filters} question={query} onFilter={filter => onWant({ filter })} />
      <Switch label={t('records.archived')} checked={query.archived} onChange={archived => onWant({ archived })} />
      <span className="ms-auto text-30 text-muted" role="status">
        {count && (
          <bdi>
            {t('records.count', {
              count: count.shown,
              shown: formatCount(count.shown, count.more),
              nouns: nounFor(words, count.shown, count.more),
            })}
          </bdi>
        )}
      </span>
    </div>
  )
}
