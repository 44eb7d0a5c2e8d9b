import { useTranslation } from 'react-i18next'
import { filterNamed } from '#contract/filters.ts'
import type { Module } from '#contract/module.ts'
import { useWords } from '#src/fields/words.ts'
import { Chip } from '#src/ui/chip.tsx'
import { FilterWords, filterTitle } from './filter-words.tsx'
import type { Filter } from './state.ts'

type Props = {
  module: Module
  filter: Filter
  onEdit: (name: string) => void
  onRemove: (name: string) => void
}

/** The filters that are on: press one to change it, its cross to take it away. */
export function FilterChips({ module, filter, onEdit, onRemove }: Props) {
  const { t } = useTranslation('crud')
  const words = useWords(module)
  return Object.entries(filter).map(([name, parts]) => {
    const offered = filterNamed(module, name)
    // An old link may ask for a field that is no more: it can only be taken away.
    if (!offered || name === 'id')
      return (
        <Chip
          key={name}
          name={name === 'id' ? t('listFilter.chosen', { count: parts.length }) : name}
          onRemove={() => onRemove(name)}
        >
          {name === 'id' ? '' : t('listFilter.unknown')}
        </Chip>
      )
    const title = filterTitle(offered, words)
    return (
      <Chip key={name} onRemove={() => onRemove(name)} removeLabel={title}>
        <button type="button" onClick={() => onEdit(name)} className="flex min-h-hit min-w-0 items-center gap-1.5">
          <span className="text-muted">{title}</span>
          <span className="max-w-72 truncate font-medium">
            <FilterWords filter={offered} parts={parts} words={words} />
          </span>
        </button>
      </Chip>
    )
  })
}
