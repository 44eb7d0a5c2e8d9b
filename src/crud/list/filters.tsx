import Plus from 'lucide-react/icons/plus'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Module } from '#contract/module.ts'
import { piece } from '#src/lib/piece.ts'
import { Button } from '#src/ui/button.tsx'
import type { Filter, Question } from './state.ts'

const load = () => import('./filter-dialog.tsx')
const FilterDialog = piece(() => load().then(({ FilterDialog }) => FilterDialog))
const FilterChips = piece(() => import('./filter-chips.tsx').then(({ FilterChips }) => FilterChips))

type Props = {
  module: Module
  /** Only these; all that the module offers unless given. */
  names?: readonly string[] | undefined
  question: Question
  onFilter: (filter: Filter) => void
}

/** The filters that are on, each as a chip, and the way to more. What chooses them comes when it is asked for. */
export function Filters({ module, names, question, onFilter }: Props) {
  const { t } = useTranslation('crud')
  const { filter } = question
  const [open, setOpen] = useState<string | null>(null)
  const on = Object.keys(filter)
  const set = (name: string, parts: readonly string[]) => {
    const { [name]: before, ...others } = filter
    if (parts.length === 0) return onFilter(others)
    // A chip that is edited keeps its place.
    onFilter(before ? { ...filter, [name]: parts } : { ...others, [name]: parts })
  }
  return (
    <>
      {on.length > 0 && (
        <Suspense fallback={<span className="h-control-xs w-24 rounded-2 border bg-surface" />}>
          <FilterChips module={module} filter={filter} onEdit={setOpen} onRemove={name => set(name, [])} />
        </Suspense>
      )}
      <Button
        size="xs"
        icon={Plus}
        aria-haspopup="dialog"
        className="border-dashed"
        onPointerEnter={() => void load().catch(() => undefined)}
        onFocus={() => void load().catch(() => undefined)}
        onClick={() => setOpen('')}
      >
        {t('records.filter')}
      </Button>
      {on.length > 0 && (
        <Button size="xs" variant="accent" onClick={() => onFilter({})}>
          {t('records.clearFilters')}
        </Button>
      )}
      {open !== null && (
        <Suspense>
          <FilterDialog
            module={module}
            names={names}
            question={question}
            name={open}
            onName={setOpen}
            onClose={() => setOpen(null)}
            onApply={(name, parts) => {
              set(name, parts)
              setOpen(null)
            }}
          />
        </Suspense>
      )}
    </>
  )
}
