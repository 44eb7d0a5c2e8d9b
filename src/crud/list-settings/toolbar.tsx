import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { Item, List } from '#contract/list.ts'
import { piece } from '#src/lib/piece.ts'
import { useWords } from '#src/fields/words.ts'
import { Switch } from '#src/ui/switch.tsx'
import { TextInput } from '#src/ui/text-input.tsx'
import { SearchBox } from '../list/search-box.tsx'
import type { Wanted } from './search.ts'

const Combobox = piece(() => import('#src/ui/combobox.tsx').then(({ Combobox }) => Combobox<number>))

type Props = {
  list: List
  wanted: Wanted
  parents: readonly Item[]
  /** How many items are switched off. */
  off: number
  /** The rows are shown: now there is time for the rest. */
  settled: boolean
  onWant: (wanted: Partial<Wanted>) => void
}

export function Toolbar({ list, wanted, parents, off, settled, onWant }: Props) {
  const { t } = useTranslation('crud')
  const words = useWords(list)
  const anyParent = t('list.anyParent', { parent: words.field('parent') })
  const parentPlace = (
    <TextInput
      size="sm"
      disabled
      aria-label={words.field('parent')}
      placeholder={anyParent}
      value={parents.find(item => item.id === wanted.parent)?.label ?? ''}
      onChange={() => undefined}
    />
  )
  return (
    <div
      role="search"
      aria-label={t('list.find', { nouns: words.nouns })}
      className="mb-3 flex flex-wrap items-center gap-3"
    >
      <SearchBox
        label={t('list.search')}
        placeholder={t('list.find', { nouns: words.nouns })}
        q={wanted.q}
        onSearch={q => onWant({ q })}
        pause={0}
      />
      {list.list.parent && (
        <div className="max-w-64 min-w-40 flex-1 max-sm:max-w-none max-sm:basis-full">
          <Suspense fallback={parentPlace}>
            {settled ? (
              <Combobox
                size="sm"
                aria-label={words.field('parent')}
                placeholder={anyParent}
                options={parents.map(item => ({ value: item.id, label: item.label, search: item.code }))}
                value={wanted.parent}
                onChange={parent => onWant({ parent })}
              />
            ) : (
              parentPlace
            )}
          </Suspense>
        </div>
      )}
      {off > 0 && (
        <Switch
          label={t('list.showOff', { count: off })}
          checked={wanted.off}
          onChange={shown => onWant({ off: shown })}
        />
      )}
    </div>
  )
}
