import { Combobox as Root, ComboboxInput } from '@headlessui/react'
import { clsx } from 'clsx'
import ExternalLink from 'lucide-react/icons/external-link'
import X from 'lucide-react/icons/x'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { BoxButton } from './box-button.tsx'
import { useFieldWiring } from './field-context.ts'
import { Icon, type IconType } from './icon.tsx'
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

export type ComboboxProps<V extends string | number> = PickerProps<V> & {
  value: V | null
  onChange: (value: V | null) => void
  /** What to show for a value that is not among the options yet. */
  valueLabel?: string | undefined
  clearable?: boolean | undefined
  icon?: IconType | undefined
  /** Where what is chosen can be looked at, beside this page. */
  href?: string | undefined
}

/** Many choices, found by typing. */
export function Combobox<V extends string | number>(props: ComboboxProps<V>) {
  const { options, value, onChange, onCreate, valueLabel, clearable = true, placeholder, loading, href } = props
  const { t } = useTranslation('ui')
  const wiring = useFieldWiring({ disabled: props.disabled, invalid: props.invalid })
  const { rows, text, search, onKeyDownCapture } = usePicker(props)
  const chosen = options.find(option => option.value === value) ?? null
  const shown: PickerRow<V> | null = value === null ? null : (chosen ?? { value, label: valueLabel ?? String(value) })

  const emptiable = clearable && value !== null && !wiring.disabled
  const opens = href !== undefined && value !== null
  const buttons = Number(emptiable) + Number(opens)

  const choose = (row: PickerRow<V> | null) => {
    if (row?.value === create) onCreate?.(text)
    else if (row && isChoice(row)) onChange(row.value)
    else if (!row && clearable) onChange(null)
  }

  // Its own types do not know that the input of a Fragment takes an id too; a Fragment because it keeps our descriptions.
  const named = { id: wiring.id }
  return (
    <Root<PickerRow<V> | null>
      immediate
      value={shown}
      by={(a, b) => a?.value === b?.value}
      onChange={choose}
      onClose={() => search('')}
      disabled={wiring.disabled}
      virtual={{ options: rows, disabled: row => row?.disabled ?? false }}
    >
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
          displayValue={(row: PickerRow<V> | null) => row?.label ?? ''}
          onChange={event => search(event.target.value)}
        >
          <input
            {...pickerWiring(wiring, props)}
            onKeyDownCapture={onKeyDownCapture}
            placeholder={placeholder ?? t('typeToFind')}
            onFocus={event => event.target.select()}
            className={pickerInput(
              clsx(
                props.icon && 'ps-[calc(var(--input-x)+var(--icon-sm)+8px)]!',
                ['pe-9! pointer-coarse:pe-12!', 'pe-15! pointer-coarse:pe-24!', 'pe-22! pointer-coarse:pe-36!'][
                  buttons
                ],
              ),
            )}
          />
        </ComboboxInput>
        <span className="pointer-events-none absolute end-2 flex items-center gap-1 text-subtle pointer-coarse:end-0 pointer-coarse:gap-0 *:pointer-events-auto">
          {opens && (
            <a
              href={href}
              target="_blank"
              rel="noreferrer"
              title={t('openChosen', { name: shown?.label })}
              aria-label={t('openChosen', { name: shown?.label })}
              className="grid min-h-6 min-w-6 place-items-center rounded-1 text-subtle hover:bg-surface-pressed hover:text-ink pointer-coarse:min-h-11 pointer-coarse:min-w-11"
            >
              <Icon of={ExternalLink} size="sm" mirrored />
            </a>
          )}
          {emptiable && <BoxButton label={t('clear')} icon={X} onClick={() => onChange(null)} className="me-0!" />}
          <PickerButton loading={loading} />
        </span>
      </div>
      <PickerPanel isChosen={one => one === value} />
    </Root>
  )
}
