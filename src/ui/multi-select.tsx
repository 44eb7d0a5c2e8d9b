import { Combobox as Root, ComboboxInput } from '@headlessui/react'
import { clsx } from 'clsx'
import { Fragment, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Chip } from './chip.tsx'
import { useFieldWiring } from './field-context.ts'
import {
  create,
  isChoice,
  PickerButton,
  pickerInput,
  PickerPanel,
  pickerWiring,
  usePicker,
  type PickerProps,
  type PickerRow,
} from './picker.tsx'

export type MultiSelectProps<V extends string | number> = PickerProps<V> & {
  value: readonly V[]
  onChange: (value: V[]) => void
  /** What to call a chosen value that is not among the options. */
  nameOf?: ((value: V) => string | undefined) | undefined
}

/**
 * Several of many: what is chosen stands as chips above a field that finds more. The list stays open while one picks,
 * Backspace in the empty field takes the last one away. What is disabled cannot be added; once there it can be removed.
 */
export function MultiSelect<V extends string | number>(props: MultiSelectProps<V>) {
  const { options, value, onChange, onCreate, nameOf, placeholder, loading, className } = props
  const { t } = useTranslation('ui')
  const wiring = useFieldWiring({ disabled: props.disabled, invalid: props.invalid })
  const { rows, query, text, search, onKeyDownCapture } = usePicker(props)
  const input = useRef<HTMLInputElement>(null)
  const chips = useRef<HTMLUListElement>(null)
  const optionOf = (one: V) => options.find(option => option.value === one)
  const chosen = value.map(one => optionOf(one) ?? { value: one, label: nameOf?.(one) ?? String(one) })

  const choose = (next: readonly PickerRow<V>[]) => {
    if (next.some(row => row.value === create)) onCreate?.(text)
    else onChange(next.filter(isChoice).map(row => row.value))
    if (text) search('')
    // A press on the list takes the focus with it; whoever chooses goes on typing.
    input.current?.focus()
  }
  const remove = (gone: V) => {
    onChange(value.filter(one => one !== gone))
    // The chip goes with its button; whoever pressed it goes on with the next one, or in the field.
    const buttons = [...(chips.current?.querySelectorAll('button') ?? [])]
    const next = buttons[value.indexOf(gone) + 1] ?? buttons[value.indexOf(gone) - 1]
    if (document.activeElement !== input.current) (next ?? input.current)?.focus()
  }
  const last = value.at(-1)

  // Its own types do not know that the input of a Fragment takes an id too.
  const named = { id: wiring.id }
  return (
    <div className={clsx('grid min-w-0 gap-2', className)}>
      {chosen.length > 0 && (
        <ul ref={chips} className="flex min-w-0 flex-wrap gap-2">
          {chosen.map(row => (
            <li key={String(row.value)} className="max-w-full">
              <Chip removeLabel={row.label} onRemove={wiring.disabled ? undefined : () => remove(row.value)}>
                {row.label}
              </Chip>
            </li>
          ))}
        </ul>
      )}
      <Root<PickerRow<V>, true>
        multiple
        immediate
        value={chosen}
        by={(a, b) => a.value === b.value}
        onChange={choose}
        onClose={() => search('')}
        disabled={wiring.disabled}
        virtual={{ options: rows, disabled: row => row.disabled ?? false }}
      >
        <div data-control-size={props.size} className="relative flex w-full min-w-0 items-center">
          <ComboboxInput as={Fragment} {...named} onChange={event => search(event.target.value)}>
            <input
              {...pickerWiring(wiring, props)}
              onKeyDownCapture={onKeyDownCapture}
              ref={input}
              value={query}
              placeholder={placeholder ?? t('typeToFind')}
              onKeyDown={event => {
                if (event.key === 'Backspace' && query === '' && last !== undefined) remove(last)
              }}
              className={pickerInput('pe-9! pointer-coarse:pe-12!')}
            />
          </ComboboxInput>
          <PickerButton loading={loading} className="absolute end-2 text-subtle pointer-coarse:end-0" />
        </div>
        <PickerPanel isChosen={one => (value as readonly (string | number)[]).includes(one)} />
      </Root>
    </div>
  )
}
