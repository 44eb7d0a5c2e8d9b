import { useTranslation } from 'react-i18next'
import type { Item } from '#contract/list.ts'
import { Combobox } from '#src/ui/combobox.tsx'
import { Select } from '#src/ui/select.tsx'
import { useListNamed, useListOptions } from '../list-options.ts'
import { useRecentChoices } from '../recent-choices.ts'
import { asNumber, control, type InputProps } from '../view.ts'

/** As many as one looks through faster than one types. */
const FEW = 12
/** No item has this id. */
const NONE = 0

/** `only`: which items are offered, where not all of them fit. */
export function Input({ field, value, onChange, only, ...rest }: InputProps & { only?: (item: Item) => boolean }) {
  const { autoFocus: _, ...box } = control(rest)
  const { t } = useTranslation('crud')
  const list = useListNamed(field.meta.list ?? '')
  const id = asNumber(value)
  const [recent, keep] = useRecentChoices(list.name)
  const { options, loading } = useListOptions(list, id === null ? [] : [id], only)
  if (options.length <= FEW)
    return (
      <Select
        {...box}
        // The same control before and after: one that turned into another would lose the focus.
        options={id === null || field.required ? options : [{ value: NONE, label: t('noItem') }, ...options]}
        loading={loading}
        value={id}
        onChange={next => onChange(next === NONE ? null : next)}
      />
    )
  return (
    <Combobox
      {...control(rest)}
      options={options}
      loading={loading}
      recent={recent}
      value={id}
      onChange={next => {
        if (next !== null) keep(next)
        onChange(next)
      }}
    />
  )
}
