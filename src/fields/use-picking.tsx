import { Suspense, useState, type ReactNode } from 'react'
import type { Module } from '#contract/module.ts'
import { useChoices, useChoosable } from '#src/data/use-choices.ts'
import { useTitles } from '#src/data/use-many-titles.ts'
import { useCan } from '#src/session/actor.ts'
import type { Option } from '#src/ui/option.ts'
import { useRecentChoices } from './recent-choices.ts'
import { useRecordPlaces } from './record-places.ts'
import type { FieldView } from './view.ts'

const none: readonly number[] = []
type Picking = { module: Module; field: FieldView; chosen: readonly number[]; onMade: (id: number) => void }

/** Choosing records of the module that a field refers to: found by typing, those of late first, made on the way. */
export function usePicking({ module, field, chosen, onMade }: Picking) {
  const places = useRecordPlaces()
  const mayMake = useCan(module, 'create') && !field.meta.ofLine && Boolean(places?.hasForm(module.name))
  const [typed, setTyped] = useState('')
  const [making, setMaking] = useState<string | null>(null)
  const { rows, loading } = useChoices(module, typed, field.finding ? 'find' : 'choose')
  const [chosenLately, keep] = useRecentChoices(module.name)
  const choosable = useChoosable(module, field.finding ? none : chosenLately)
  const recent = field.finding ? chosenLately : choosable
  const titles = useTitles(module, typed === '' ? [...new Set([...chosen, ...recent])] : chosen)

  const options: Option<number>[] = rows.map(row => ({ value: row.id, label: row.title }))
  if (typed === '')
    for (const id of recent.toReversed()) {
      const label = titles.get(id)
      if (label && !rows.some(row => row.id === id)) options.unshift({ value: id, label })
    }

  const drawer: ReactNode = making !== null && places && (
    <Suspense>
      <places.Make
        module={module.name}
        typed={making}
        onClose={() => setMaking(null)}
        onMade={row => {
          setMaking(null)
          keep(row.id)
          onMade(row.id)
        }}
      />
    </Suspense>
  )
  return {
    picker: { options, loading, recent, onSearch: setTyped, ...(mayMake ? { onCreate: setMaking } : {}) },
    nameOf: (id: number) => titles.get(id),
    pathTo: (id: number) => places?.pathTo(module.name, id),
    keep,
    drawer,
  }
}
