import Plus from 'lucide-react/icons/plus'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { metaOf, type FieldKind } from '#contract/fields.ts'
import { allFields, type Module } from '#contract/module.ts'
import { piece } from '#src/lib/piece.ts'
import { useWords } from '#src/fields/words.ts'
import { Button } from '#src/ui/button.tsx'
import { Chip } from '#src/ui/chip.tsx'
import { Menu } from '#src/ui/menu.tsx'
import { byOption, FilterValue } from './filter-value.tsx'
import type { ListQuery } from './use-list-query.ts'

const FilterDialog = piece(() => import('./filter-dialog.tsx').then(({ FilterDialog }) => FilterDialog))

const byItem: readonly FieldKind[] = ['listItem', 'listItems', 'reference', 'references']

/** The fields of a module that a list can be narrowed by, and the stage where it has stages. */
export function filterNames(module: Module): string[] {
  const fields = Object.entries(allFields(module)).filter(([, field]) =>
    [...byOption, ...byItem].includes(metaOf(field).kind),
  )
  return [...(module.stages ? ['stage'] : []), ...fields.map(([name]) => name)]
}

type Props = {
  module: Module
  names: readonly string[]
  filter: ListQuery['filter']
  onFilter: (filter: ListQuery['filter']) => void
}

/** The filters that are on, each as a chip, and a menu of those that could be. */
export function Filters({ module, names, filter, onFilter }: Props) {
  const { t } = useTranslation('crud')
  const words = useWords(module)
  const [open, setOpen] = useState<string | null>(null)
  const on = names.filter(name => filter[name])
  const set = (name: string, values: readonly string[]) => {
    const { [name]: _, ...others } = filter
    onFilter(values.length > 0 ? { ...others, [name]: values } : others)
  }
  if (names.length === 0) return null
  return (
    <>
      {on.map(name => (
        <Chip key={name} name={words.field(name)} onRemove={() => set(name, [])}>
          <button type="button" onClick={() => setOpen(name)} className="min-h-hit">
            {filter[name]?.map((value, index) => (
              <span key={value}>
                {index > 0 && ', '}
                <FilterValue module={module} name={name} value={value} words={words} />
              </span>
            ))}
          </button>
        </Chip>
      ))}
      {on.length < names.length && (
        <Menu
          align="start"
          trigger={
            <Button size="xs" icon={Plus} className="border-dashed">
              {t('records.filter')}
            </Button>
          }
          items={names
            .filter(name => !filter[name])
            .map(name => ({ label: words.field(name), onSelect: () => setOpen(name) }))}
        />
      )}
      {on.length > 0 && (
        <Button size="xs" variant="accent" onClick={() => onFilter({})}>
          {t('records.clearFilters')}
        </Button>
      )}
      {open !== null && (
        <Suspense>
          <FilterDialog
            module={module}
            name={open}
            values={filter[open] ?? []}
            onClose={() => setOpen(null)}
            onApply={values => {
              set(open, values)
              setOpen(null)
            }}
          />
        </Suspense>
      )}
    </>
  )
}
