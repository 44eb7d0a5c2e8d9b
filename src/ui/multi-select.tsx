import { Combobox as Root, ComboboxButton, ComboboxInput, ComboboxOption, ComboboxOptions } from '@headlessui/react'
import { clsx } from 'clsx'
import ChevronDown from 'lucide-react/icons/chevron-down'
import { Fragment, useRef, useState, type FocusEventHandler } from 'react'
import { useTranslation } from 'react-i18next'
import { filterOptions } from '../lib/match.ts'
import { Chip } from './chip.tsx'
import { boxLook, boxStates } from './control-box.tsx'
import { useFieldWiring } from './field-context.ts'
import { Icon } from './icon.tsx'
import { closingLook, OptionRow, panelLook, rowLook } from './option-row.tsx'
import type { Option } from './option.ts'
import type { Size } from './size.ts'
import { Spinner } from './spinner.tsx'

export type MultiSelectProps<V extends string | number> = {
  options: readonly Option<V>[]
  value: readonly V[]
  onChange: (value: V[]) => void
  /** The caller looks the choices up for what is typed; then nothing is filtered here. */
  onSearch?: ((text: string) => void) | undefined
  /** What to call a chosen value that is not among the options. */
  nameOf?: ((value: V) => string | undefined) | undefined
  placeholder?: string | undefined
  size?: Size | undefined
  loading?: boolean | undefined
  disabled?: boolean | undefined
  invalid?: boolean | undefined
  autoFocus?: boolean | undefined
  /** Needed where no field stands around it. */
  'aria-label'?: string | undefined
  onBlur?: FocusEventHandler | undefined
  className?: string | undefined
}

const none = Symbol('none')
type Row<V extends string | number> = Omit<Option<V>, 'value'> & { value: V | typeof none }

/**
 * Several of many: what is chosen stands as chips above a field that finds more. The list stays open while one picks,
 * Backspace in the empty field takes the last one away. What is disabled cannot be added; once there it can be removed.
 */
export function MultiSelect<V extends string | number>(props: MultiSelectProps<V>) {
  const { options, value, onChange, onSearch, nameOf, placeholder, loading, className } = props
  const { t } = useTranslation('ui')
  const wiring = useFieldWiring({ disabled: props.disabled, invalid: props.invalid })
  const [query, setQuery] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const chips = useRef<HTMLUListElement>(null)
  const text = query.trim()
  const rows: Row<V>[] = [...(onSearch ? options : filterOptions(options, query))]
  if (rows.length === 0) {
    const label = loading ? t('loading') : text ? t('noMatch', { text }) : t('nothingToChoose')
    rows.push({ value: none, label, disabled: true })
  }
  const optionOf = (one: V) => options.find(option => option.value === one)
  const chosen: Row<V>[] = value.map(one => optionOf(one) ?? { value: one, label: nameOf?.(one) ?? String(one) })

  const search = (next: string) => {
    setQuery(next)
    onSearch?.(next)
  }
  const choose = (next: readonly Row<V>[]) => {
    onChange(next.flatMap(row => (row.value === none ? [] : [row.value])))
    if (text) search('')
    // A press on the list takes the focus with it; whoever chooses goes on typing.
    input.current?.focus()
  }
  const remove = (row: Row<V>) => {
    onChange(value.filter(one => one !== row.value))
    // The chip goes with its button; whoever pressed it goes on with the next one, or in the field.
    const buttons = [...(chips.current?.querySelectorAll('button') ?? [])]
    const next = buttons[value.indexOf(row.value as V) + 1] ?? buttons[value.indexOf(row.value as V) - 1]
    if (document.activeElement !== input.current) (next ?? input.current)?.focus()
  }
  const last = chosen.at(-1)

  // Its own types do not know that the input of a Fragment takes an id too.
  const named = { id: wiring.id }
  return (
    <div className={clsx('grid min-w-0 gap-2', className)}>
      {chosen.length > 0 && (
        <ul ref={chips} className="flex min-w-0 flex-wrap gap-2">
          {chosen.map(row => (
            <li key={String(row.value)} className="max-w-full">
              <Chip removeLabel={row.label} onRemove={wiring.disabled ? undefined : () => remove(row)}>
                {row.label}
              </Chip>
            </li>
          ))}
        </ul>
      )}
      <Root<Row<V>, true>
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
              ref={input}
              value={query}
              autoComplete="off"
              // oxlint-disable-next-line jsx-a11y/no-autofocus -- the caller asks for it, for a field that has just been opened
              autoFocus={props.autoFocus}
              aria-label={props['aria-label']}
              aria-describedby={wiring.describedBy}
              aria-invalid={wiring.invalid || undefined}
              aria-required={wiring.required || undefined}
              data-invalid={wiring.invalid || undefined}
              data-disabled={wiring.disabled || undefined}
              placeholder={placeholder ?? t('typeToFind')}
              onBlur={props.onBlur}
              onKeyDown={event => {
                if (event.key === 'Backspace' && query === '' && last) remove(last)
              }}
              className={clsx(
                boxLook,
                boxStates,
                'pe-9! text-ellipsis focus:border-focus focus:outline-2 focus:-outline-offset-1 focus:outline-focus pointer-coarse:pe-12!',
              )}
            />
          </ComboboxInput>
          <ComboboxButton
            aria-label={t('showChoices')}
            className="absolute end-2 grid min-h-6 min-w-6 place-items-center rounded-1 text-subtle hover:bg-surface-pressed data-disabled:text-disabled pointer-coarse:end-0 pointer-coarse:min-h-11 pointer-coarse:min-w-11"
          >
            {loading ? <Spinner /> : <Icon of={ChevronDown} size="sm" />}
          </ComboboxButton>
        </div>
        <ComboboxOptions
          anchor={{ to: 'bottom start', gap: 4, padding: 8 }}
          transition
          modal={false}
          className={clsx(panelLook, closingLook, 'w-(--input-width) min-w-56')}
        >
          {({ option }: { option: Row<V> }) => (
            <ComboboxOption value={option} className={rowLook}>
              {option.value === none ? (
                <span className="text-subtle">{option.label}</span>
              ) : (
                <OptionRow option={option as Option} selected={value.includes(option.value)} />
              )}
            </ComboboxOption>
          )}
        </ComboboxOptions>
      </Root>
    </div>
  )
}
