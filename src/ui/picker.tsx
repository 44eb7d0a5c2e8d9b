import { ComboboxButton, ComboboxOption, ComboboxOptions } from '@headlessui/react'
import { clsx } from 'clsx'
import ChevronDown from 'lucide-react/icons/chevron-down'
import History from 'lucide-react/icons/history'
import Plus from 'lucide-react/icons/plus'
import { useState, type ComponentPropsWithoutRef, type FocusEventHandler } from 'react'
import { useTranslation } from 'react-i18next'
import { filterOptions } from '../lib/match.ts'
import { boxLook, boxStates } from './control-box.tsx'
import type { useFieldWiring } from './field-context.ts'
import { useHeldEnter } from './held-enter.ts'
import { Icon } from './icon.tsx'
import { closingLook, OptionRow, panelLook, rowLook } from './option-row.tsx'
import type { Option } from './option.ts'
import type { Size } from './size.ts'
import { Spinner } from './spinner.tsx'

/** What a Combobox and a MultiSelect have in common. */
export type PickerProps<V extends string | number> = {
  options: readonly Option<V>[]
  /** Offers to make what was typed and is not there yet. */
  onCreate?: ((text: string) => void) | undefined
  /** The caller looks the choices up for what is typed; then nothing is filtered here. */
  onSearch?: ((text: string) => void) | undefined
  /** Chosen lately: they come first while nothing is typed. */
  recent?: readonly V[] | undefined
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

// The row "Create …" is an option among the others, so that the arrow keys reach it; what is said when nothing was
// found is a row too: nothing else is drawn in a virtual list.
export const create = Symbol('create')
const none = Symbol('none')
export type PickerRow<V extends string | number> =
  | Option<V>
  | { value: typeof create | typeof none; label: string; disabled?: boolean }

export const isChoice = <V extends string | number>(row: PickerRow<V>): row is Option<V> =>
  typeof row.value !== 'symbol'

/** The rows for what is typed. */
export function usePicker<V extends string | number>(props: PickerProps<V>) {
  const { options, onCreate, onSearch, recent = [], loading } = props
  const { t } = useTranslation('ui')
  const [query, setQuery] = useState('')
  const text = query.trim()
  const found = onSearch ? options : filterOptions(options, query)
  const known = options.some(option => option.label.toLowerCase() === text.toLowerCase())
  const rows: PickerRow<V>[] = text === '' && recent.length > 0 ? recentFirst(found, recent) : [...found]
  if (onCreate && text !== '' && !known && !loading) rows.push({ value: create, label: text })
  if (rows.length === 0) {
    const label = loading ? t('loading') : text ? t('noMatch', { text }) : t('nothingToChoose')
    rows.push({ value: none, label, disabled: true })
  }
  const onKeyDownCapture = useHeldEnter(text, loading ?? false, rows.some(isChoice))
  return {
    query,
    text,
    rows: useSame(rows),
    onKeyDownCapture,
    search: (next: string) => {
      setQuery(next)
      onSearch?.(next)
    },
  }
}

/**
 * The rows as they were where they say the same: for other ones the panel makes every row anew, and a press that has begun
 * on one of them would come to nothing.
 */
function useSame<V extends string | number>(rows: PickerRow<V>[]): PickerRow<V>[] {
  const [kept, keep] = useState(rows)
  const isSame = kept.length === rows.length && rows.every((row, at) => saysTheSame(row, kept[at]!))
  if (!isSame) keep(rows)
  return isSame ? kept : rows
}
const saysTheSame = (a: object, b: object): boolean =>
  Object.keys(a).length === Object.keys(b).length &&
  Object.entries(a).every(([name, value]) => Object.is(value, Reflect.get(b, name)))

function recentFirst<V extends string | number>(options: readonly Option<V>[], recent: readonly V[]): Option<V>[] {
  const lately = recent.flatMap(value => options.find(option => option.value === value && !option.disabled) ?? [])
  const rest = options.filter(option => !lately.includes(option))
  return [...lately.map(option => (option.icon ? option : { ...option, icon: History })), ...rest]
}

/** The input of a picker is its whole box, so that the panel under it is as wide; buttons lie over its end. */
export const pickerInput = (className: string | false | undefined) =>
  clsx(
    boxLook,
    boxStates,
    'text-ellipsis focus:border-focus focus:outline-2 focus:-outline-offset-1 focus:outline-focus',
    className,
  )

/** What its input takes over from the field around it. */
export const pickerWiring = (
  wiring: ReturnType<typeof useFieldWiring>,
  props: Pick<PickerProps<never>, 'autoFocus' | 'aria-label' | 'onBlur'>,
): ComponentPropsWithoutRef<'input'> & Record<`data-${string}`, true | undefined> => ({
  autoComplete: 'off',
  autoFocus: props.autoFocus,
  'aria-label': props['aria-label'],
  'aria-describedby': wiring.describedBy,
  'aria-invalid': wiring.invalid || undefined,
  'aria-required': wiring.required || undefined,
  'data-invalid': wiring.invalid || undefined,
  'data-disabled': wiring.disabled || undefined,
  onBlur: props.onBlur,
})

export function PickerButton({ loading, className }: { loading: boolean | undefined; className?: string }) {
  const { t } = useTranslation('ui')
  return (
    <ComboboxButton
      aria-label={t('showChoices')}
      className={clsx(
        'grid min-h-6 min-w-6 place-items-center rounded-1 hover:bg-surface-pressed data-disabled:text-disabled pointer-coarse:min-h-11 pointer-coarse:min-w-11',
        className,
      )}
    >
      {loading ? <Spinner /> : <Icon of={ChevronDown} size="sm" />}
    </ComboboxButton>
  )
}

/** The panel with the rows; only those in sight exist, so 10,000 are as fast as ten. */
export function PickerPanel({ isChosen }: { isChosen: (value: string | number) => boolean }) {
  const { t } = useTranslation('ui')
  return (
    <ComboboxOptions
      anchor={{ to: 'bottom start', gap: 4, padding: 8 }}
      transition
      modal={false}
      className={clsx(panelLook, closingLook, 'w-(--input-width) min-w-56')}
    >
      {({ option }: { option: PickerRow<string | number> }) => (
        <ComboboxOption value={option} className={rowLook}>
          {isChoice(option) ? (
            <OptionRow option={option} selected={isChosen(option.value)} />
          ) : option.value === none ? (
            <span className="text-subtle">{option.label}</span>
          ) : (
            <>
              <Icon of={Plus} size="sm" className="text-muted" />
              <span className="min-w-0 flex-1 truncate">{t('create', { text: option.label })}</span>
            </>
          )}
        </ComboboxOption>
      )}
    </ComboboxOptions>
  )
}
