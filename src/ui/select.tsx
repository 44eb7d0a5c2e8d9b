import { Listbox, ListboxButton, ListboxOption, ListboxOptions } from '@headlessui/react'
import { clsx } from 'clsx'
import ChevronDown from 'lucide-react/icons/chevron-down'
import { Fragment, type FocusEventHandler } from 'react'
import { useTranslation } from 'react-i18next'
import { boxLook, boxStates } from './control-box.tsx'
import { useFieldWiring } from './field-context.ts'
import { Icon, type IconType } from './icon.tsx'
import { closingLook, OptionRow, panelLook, rowLook } from './option-row.tsx'
import type { Option } from './option.ts'
import type { Size } from './size.ts'
import { Spinner } from './spinner.tsx'
import { Swatch } from './swatch.tsx'

export type SelectProps<V extends string | number> = {
  options: readonly Option<V>[]
  value: V | null
  onChange: (value: V) => void
  placeholder?: string | undefined
  icon?: IconType | undefined
  size?: Size | undefined
  loading?: boolean | undefined
  disabled?: boolean | undefined
  invalid?: boolean | undefined
  /** Needed where no field stands around it. */
  'aria-label'?: string | undefined
  onBlur?: FocusEventHandler | undefined
  className?: string | undefined
}

/** A few choices, all known. More than about fifteen: a Combobox, which can be searched. */
export function Select<V extends string | number>(props: SelectProps<V>) {
  const { options, value, onChange, placeholder, icon, size, loading, className, onBlur } = props
  const { t } = useTranslation('ui')
  const wiring = useFieldWiring({ disabled: props.disabled, invalid: props.invalid })
  const chosen = options.find(option => option.value === value)
  const textId = `${wiring.id}-value`
  const name = props['aria-label']
  // Its own types do not know that the button of a Fragment takes an id too; without it the label leads nowhere.
  const named = { id: wiring.id }
  return (
    <Listbox value={value} onChange={(next: V | null) => next !== null && onChange(next)} disabled={wiring.disabled}>
      <ListboxButton as={Fragment} {...named}>
        <button
          type="button"
          aria-label={name && `${name}, ${chosen?.label ?? placeholder ?? t('choose')}`}
          aria-labelledby={!name && wiring.labelId ? `${wiring.labelId} ${textId}` : undefined}
          aria-describedby={wiring.describedBy}
          onBlur={onBlur}
          data-control-size={size}
          data-invalid={wiring.invalid || undefined}
          data-disabled={wiring.disabled || undefined}
          className={clsx(
            boxLook,
            boxStates,
            'text-start focus-visible:border-focus focus-visible:outline-2 focus-visible:-outline-offset-1 data-open:border-focus data-open:outline-2 data-open:-outline-offset-1 data-open:outline-focus',
            className,
          )}
        >
          {icon && <Icon of={icon} size="sm" className="text-subtle" />}
          {chosen?.colour !== undefined && <Swatch colour={chosen.colour} />}
          <span id={textId} className={clsx('min-w-0 flex-1 truncate', !chosen && 'text-subtle')}>
            {chosen?.label ?? placeholder ?? t('choose')}
          </span>
          {loading ? <Spinner /> : <Icon of={ChevronDown} size="sm" className="text-subtle" />}
        </button>
      </ListboxButton>
      <ListboxOptions
        anchor={{ to: 'bottom start', gap: 4, padding: 8 }}
        transition
        modal={false}
        className={clsx(panelLook, closingLook, 'w-(--button-width) min-w-40')}
      >
        {options.length === 0 && <p className="px-2 py-2 text-subtle">{t('nothingToChoose')}</p>}
        {options.map(option => (
          <ListboxOption
            key={option.value}
            value={option.value}
            disabled={option.disabled ?? false}
            className={rowLook}
          >
            {({ selected }) => <OptionRow option={option} selected={selected} />}
          </ListboxOption>
        ))}
      </ListboxOptions>
    </Listbox>
  )
}
