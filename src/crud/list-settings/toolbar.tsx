import Search from 'lucide-react/icons/search'
import { useTranslation } from 'react-i18next'
import type { Item, List } from '#contract/list.ts'
import { useWords } from '#src/fields/words.ts'
import { Combobox } from '#src/ui/combobox.tsx'
import { Switch } from '#src/ui/switch.tsx'
import { TextInput } from '#src/ui/text-input.tsx'
import type { Wanted } from './search.ts'

type Props = {
  list: List
  wanted: Wanted
  parents: readonly Item[]
  /** How many items are switched off. */
  off: number
  onWant: (wanted: Partial<Wanted>) => void
}

export function Toolbar({ list, wanted, parents, off, onWant }: Props) {
  const { t } = useTranslation('crud')
  const words = useWords(list)
  return (
    <div
      role="search"
      aria-label={t('list.find', { nouns: words.nouns })}
      className="mb-3 flex flex-wrap items-center gap-3"
    >
      <TextInput
        type="search"
        size="sm"
        icon={Search}
        aria-label={t('list.search')}
        placeholder={t('list.find', { nouns: words.nouns })}
        className="max-w-72 min-w-40 flex-1 max-sm:max-w-none max-sm:basis-full"
        clearable
        value={wanted.q}
        onChange={q => onWant({ q })}
      />
      {list.list.parent && (
        <div className="max-w-64 min-w-40 flex-1 max-sm:max-w-none max-sm:basis-full">
          <Combobox
            size="sm"
            aria-label={words.field('parent')}
            placeholder={t('list.anyParent', { parent: words.field('parent') })}
            options={parents
              .filter(item => !item.archivedAt)
              .map(item => ({ value: item.id, label: item.label, search: item.code }))}
            value={wanted.parent}
            onChange={parent => onWant({ parent })}
          />
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
