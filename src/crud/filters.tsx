import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { metaOf, type FieldKind } from '#contract/fields.ts'
import { allFields, type Module } from '#contract/module.ts'
import { ItemName } from '#src/fields/list-item.tsx'
import { kinds } from '#src/fields/kinds.ts'
import type { FieldView } from '#src/fields/view.ts'
import { useWords, type Words } from '#src/fields/words.ts'
import { Button } from '#src/ui/button.tsx'
import { Checkbox } from '#src/ui/checkbox.tsx'
import { Chip } from '#src/ui/chip.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { Menu } from '#src/ui/menu.tsx'
import type { ListQuery } from './use-list-query.ts'

const byOption: readonly FieldKind[] = ['flag', 'choice', 'choices']
const byItem: readonly FieldKind[] = ['listItem', 'listItems']

/** The fields of a module that a list can be narrowed by, and the stage where it has stages. */
export function filterNames(module: Module): string[] {
  const fields = Object.entries(allFields(module)).filter(([, field]) =>
    [...byOption, ...byItem].includes(metaOf(field).kind),
  )
  return [...(module.stages ? ['stage'] : []), ...fields.map(([name]) => name)]
}

type Props = { module: Module; filter: ListQuery['filter']; onFilter: (filter: ListQuery['filter']) => void }

/** The filters that are on, each as a chip, and a menu of those that could be. */
export function Filters({ module, filter, onFilter }: Props) {
  const { t } = useTranslation('crud')
  const words = useWords(module)
  const [open, setOpen] = useState<string | null>(null)
  const names = filterNames(module)
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
                <Value module={module} name={name} value={value} words={words} />
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
      )}
    </>
  )
}

type ValueProps = { module: Module; name: string; value: string; words: Words }

function Value({ module, name, value, words }: ValueProps) {
  const field = allFields(module)[name]
  if (name === 'stage') return <>{words.stage(value)}</>
  const kind = field && metaOf(field).kind
  if (kind === 'flag') return <>{words.flag(name, value === 'true')}</>
  if (kind && byOption.includes(kind)) return <>{words.option(name, value)}</>
  return <ItemName id={Number(value)} />
}

type DialogProps = {
  module: Module
  name: string
  values: readonly string[]
  onApply: (values: readonly string[]) => void
  onClose: () => void
}

function FilterDialog({ module, name, values, onApply, onClose }: DialogProps) {
  const { t } = useTranslation('crud')
  const words = useWords(module)
  const [chosen, setChosen] = useState(values)
  const declared = allFields(module)[name]
  const meta = declared && metaOf(declared)
  const options =
    name === 'stage'
      ? module.stages
      : meta?.kind === 'flag'
        ? ['true', 'false']
        : byOption.includes(meta?.kind ?? 'text') && meta?.options
  const items: FieldView | null =
    meta?.list !== undefined ? { name, meta: { ...meta, kind: 'listItems' }, required: false, words } : null
  const { Input } = kinds.listItems
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('records.filterBy', { field: words.field(name) })}
      onSubmit={() => onApply(chosen)}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button variant="primary" type="submit">
            {t('records.apply')}
          </Button>
        </>
      }
    >
      {options &&
        options.map(option => (
          <Checkbox
            key={option}
            checked={chosen.includes(option)}
            onChange={on => setChosen(on ? [...chosen, option] : chosen.filter(one => one !== option))}
            label={<Value module={module} name={name} value={option} words={words} />}
          />
        ))}
      {items && (
        <Input
          field={items}
          aria-label={words.field(name)}
          value={chosen.map(Number)}
          onChange={next => setChosen((next as number[]).map(String))}
        />
      )}
    </Dialog>
  )
}
