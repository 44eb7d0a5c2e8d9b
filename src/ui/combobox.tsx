import { Combobox as Root, ComboboxButton, ComboboxInput, ComboboxOption, ComboboxOptions } from '@headlessui/react'
import { clsx } from 'clsx'
import ChevronDown from 'lucide-react/icons/chevron-down'
import Plus from 'lucide-react/icons/plus'
import X from 'lucide-react/icons/x'
import { Fragment, useState, type FocusEventHandler } from 'react'
import { useTranslation } from 'react-i18next'
import { filterOptions } from '../lib/match.ts'
import { BoxButton } from './box-button.tsx'
import { boxLook, boxStates } from './control-box.tsx'
import { useFieldWiring } from './field-context.ts'
import { Icon, type IconType } from './icon.tsx'
import { closingLook, OptionRow, panelLook, rowLook } from './option-row.tsx'
import type { Option } from './option.ts'
import type { Size } from './size.ts'
import { Spinner } from './spinner.tsx'

export type ComboboxProps<V extends string | number> = {
  options: readonly Option<V>[]
  value: V | null
  onChange: (value: V | null) => void
  /** Offers to make what was typed and is not there yet. */
  onCreate?: ((text: string) => void) | undefined
  /** The caller looks the choices up for what is typed; then nothing is filtered here. */
  onSearch?: ((text: string) => void) | undefined
  /** What to show for a value that is not among the options yet. */
  valueLabel?: string | undefined
  clearable?: boolean | undefined
  placeholder?: string | undefined
  icon?: IconType | undefined
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

// The row "Create …" is an option among the others, so that the arrow keys reach it.
const create = Symbol('create')
// What is said when nothing was found is a row too: nothing else is drawn in a virtual list.
const none = Symbol('none')
type Row<V extends string | number> =
  Option<V> | { value: typeof create | typeof none; label: string; disabled?: boolean }

/** Many choices, found by typing; only the rows in sight exist, so 10,000 are as fast as ten. */
export function Combobox<V extends string | number>(props: ComboboxProps<V>) {
  const { options, value, onChange, onCreate, onSearch, valueLabel, clearable = true, placeholder, loading } = props
  const { t } = useTranslation('ui')
  const wiring = useFieldWiring({ disabled: props.disabled, invalid: props.invalid })
  const [query, setQuery] = useState('')
  const found = onSearch ? options : filterOptions(options, query)
  const text = query.trim()
  const known = options.some(option => option.label.toLowerCase() === text.toLowerCase())
  const offer = onCreate && text !== '' && !known && !loading
  const rows: Row<V>[] = offer ? [...found, { value: create, label: text }] : [...found]
  if (rows.length === 0) {
    const label = loading ? t('loading') : text ? t('noMatch', { text }) : t('nothingToChoose')
    rows.push({ value: none, label, disabled: true })
  }
  const chosen = options.find(option => option.value === value) ?? null
  const shown: Row<V> | null = value === null ? null : (chosen ?? { value, label: valueLabel ?? String(value) })

  const emptiable = clearable && value !== null && !wiring.disabled

  const search = (next: string) => {
    setQuery(next)
    onSearch?.(next)
  }
  const choose = (row: Row<V> | null) => {
    if (row?.value === create) onCreate?.(text)
    else if (row && row.value !== none) onChange(row.value)
    else if (clearable) onChange(null)
  }

  // Its own types do not know that the input of a Fragment takes an id too; a Fragment because it keeps our descriptions.
  const named = { id: wiring.id }
  return (
    <Root<Row<V> | null>
      immediate
      value={shown}
      by={(a, b) => a?.value === b?.value}
      onChange={choose}
      onClose={() => search('')}
      disabled={wiring.disabled}
      virtual={{ options: rows, disabled: row => row?.disabled ?? false }}
    >
      {/* The input is the whole box, so that the panel under it is as wide; icon and buttons lie over its ends. */}
      <div
        data-control-size={props.size}
        className={clsx('relative flex w-full min-w-0 items-center', props.className)}
      >
        {props.icon && (
          <Icon of={props.icon} size="sm" className="pointer-events-none absolute start-(--input-x) text-subtle" />
        )}
        <ComboboxInput
          as={Fragment}
          {...named}
          displayValue={(row: Row<V> | null) => row?.label ?? ''}
          onChange={event => search(event.target.value)}
        >
          <input
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
            onFocus={event => event.target.select()}
            onBlur={props.onBlur}
            className={clsx(
              boxLook,
              boxStates,
              'text-ellipsis focus:border-focus focus:outline-2 focus:-outline-offset-1 focus:outline-focus',
              props.icon && 'ps-[calc(var(--input-x)+var(--icon-sm)+8px)]!',
              emptiable ? 'pe-15! pointer-coarse:pe-24!' : 'pe-9! pointer-coarse:pe-12!',
            )}
          />
        </ComboboxInput>
        <span className="pointer-events-none absolute end-2 flex items-center gap-1 text-subtle pointer-coarse:end-0 pointer-coarse:gap-0 *:pointer-events-auto">
          {emptiable && <BoxButton label={t('clear')} icon={X} onClick={() => onChange(null)} className="me-0!" />}
          <ComboboxButton
            aria-label={t('showChoices')}
            className="grid min-h-6 min-w-6 place-items-center rounded-1 hover:bg-surface-pressed data-disabled:text-disabled pointer-coarse:min-h-11 pointer-coarse:min-w-11"
          >
            {loading ? <Spinner /> : <Icon of={ChevronDown} size="sm" />}
          </ComboboxButton>
        </span>
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
            ) : option.value === create ? (
              <>
                <Icon of={Plus} size="sm" className="text-muted" />
                <span className="min-w-0 flex-1 truncate">{t('create', { text: option.label })}</span>
              </>
            ) : (
              <OptionRow option={option as Option} selected={option.value === value} />
            )}
          </ComboboxOption>
        )}
      </ComboboxOptions>
    </Root>
  )
}
