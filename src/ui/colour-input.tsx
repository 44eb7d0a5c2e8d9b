import { Popover, PopoverButton, PopoverPanel } from '@headlessui/react'
import { clsx } from 'clsx'
import Check from 'lucide-react/icons/check'
import { Fragment, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { boxLook, boxStates } from './control-box.tsx'
import { useFieldWiring } from './field-context.ts'
import { Icon } from './icon.tsx'
import type { Size } from './size.ts'
import { Swatch } from './swatch.tsx'
import { TextInput } from './text-input.tsx'

export type ColourInputProps = {
  /** "#1c8548", lower case. */
  value: string | null
  onChange: (hex: string | null) => void
  size?: Size | undefined
  disabled?: boolean | undefined
  invalid?: boolean | undefined
  /** Needed where no field stands around it. */
  'aria-label'?: string | undefined
  /** Only the swatch, for the head of a row. */
  compact?: boolean | undefined
  className?: string | undefined
}

/** Twelve that can be told apart on both themes; their names come from `ui:colours`. */
export const colourPalette = {
  teal: '#0d6673',
  blue: '#2b66d9',
  violet: '#6840bd',
  magenta: '#a8327e',
  darkRed: '#8e1b38',
  red: '#c0392b',
  orange: '#d2610c',
  yellow: '#a87c00',
  olive: '#6b7a1e',
  green: '#1c8548',
  brown: '#7a5230',
  grey: '#7c827c',
} as const

/** "#ABC", "abc123" -> "#aabbcc", "#abc123"; anything else = null. */
export function readHex(text: string) {
  const digits = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(text.trim())?.[1]?.toLowerCase()
  if (!digits) return null
  return `#${digits.length === 3 ? digits.replace(/./g, '$&$&') : digits}`
}

export function ColourInput(props: ColourInputProps) {
  const { value, onChange, size, compact, className } = props
  const { t } = useTranslation('ui')
  const wiring = useFieldWiring({ disabled: props.disabled, invalid: props.invalid })
  const [typed, setTyped] = useState<string | null>(null)
  const named = Object.entries(colourPalette).find(([, hex]) => hex === value)?.[0]
  const words = value ? (named ? t(`colours.${named}`) : value) : t('noColour')
  const name = props['aria-label']
  // Its own types do not know that the button of a Fragment takes an id too; without it the label leads nowhere.
  const button = { id: wiring.id, disabled: wiring.disabled }
  return (
    <Popover className={clsx('relative', className)}>
      <PopoverButton as={Fragment} {...button}>
        <button
          type="button"
          aria-label={name ? `${name}, ${words}` : undefined}
          aria-labelledby={!name && wiring.labelId ? `${wiring.labelId} ${wiring.id}-value` : undefined}
          aria-describedby={wiring.describedBy}
          data-control-size={size}
          data-invalid={wiring.invalid || undefined}
          data-disabled={wiring.disabled || undefined}
          className={clsx(boxLook, boxStates, compact && 'w-control! justify-center px-0')}
        >
          <Swatch colour={value} />
          <span id={`${wiring.id}-value`} className={clsx('truncate', compact ? 'sr-only' : !value && 'text-subtle')}>
            {words}
          </span>
        </button>
      </PopoverButton>
      <PopoverPanel
        anchor={{ to: 'bottom start', gap: 4, padding: 8 }}
        transition
        className="z-(--z-overlay) grid gap-3 rounded-3 border bg-surface-raised p-3 shadow-2 transition-opacity motion-2 data-closed:opacity-0"
      >
        {({ close }) => (
          <>
            <div role="group" aria-label={t('palette')} className="grid grid-cols-6 gap-1">
              {Object.entries(colourPalette).map(([key, hex]) => (
                <button
                  key={key}
                  type="button"
                  title={t(`colours.${key}`)}
                  aria-label={t(`colours.${key}`)}
                  aria-pressed={hex === value}
                  onClick={() => {
                    setTyped(null)
                    onChange(hex)
                    close()
                  }}
                  className="grid size-8 place-items-center rounded-2 hover:bg-surface-pressed pointer-coarse:size-11"
                >
                  <span
                    data-solid=""
                    className="grid size-6 place-items-center rounded-2 text-paper pointer-coarse:size-8"
                    style={{ backgroundColor: hex }}
                  >
                    {hex === value && <Icon of={Check} size="sm" />}
                  </span>
                </button>
              ))}
            </div>
            <TextInput
              size="sm"
              aria-label={t('hexColour')}
              placeholder={t('hexExample')}
              value={typed ?? value ?? ''}
              invalid={typed !== null && typed !== '' && !readHex(typed)}
              onChange={text => {
                setTyped(text)
                const hex = readHex(text)
                if (hex || text === '') onChange(hex)
              }}
              clearable
            />
          </>
        )}
      </PopoverPanel>
    </Popover>
  )
}
