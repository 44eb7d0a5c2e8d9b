import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import type { FieldKind } from '#contract/fields.ts'
import { Checkbox } from '#src/ui/checkbox.tsx'
import { ColourInput } from '#src/ui/colour-input.tsx'
import { DateInput } from '#src/ui/date-input.tsx'
import { MoneyInput } from '#src/ui/money-input.tsx'
import { MultiSelect } from '#src/ui/multi-select.tsx'
import { NumberInput } from '#src/ui/number-input.tsx'
import { Select } from '#src/ui/select.tsx'
import { TextArea } from '#src/ui/text-area.tsx'
import { TextInput, type TextInputProps } from '#src/ui/text-input.tsx'
import { useListNamed, useListOptions } from '../list-options.ts'
import { asNumberOrText, asNumbers, asText, asTexts, control, orNull, typed, type InputProps } from '../view.ts'

/** A text of one line. `look`: what the browser and its keyboard know of it. */
const line = (look: Partial<TextInputProps>) =>
  function Line({ value, onChange, ...rest }: InputProps) {
    return <TextInput {...typed(rest)} {...look} value={asText(value)} onChange={text => onChange(orNull(text))} />
  }

const Email = line({ type: 'email', inputMode: 'email', autoCapitalize: 'none', spellCheck: false })
const Url = line({
  type: 'url',
  inputMode: 'url',
  placeholder: 'https://',
  inputClassName: 'ltr',
  autoCapitalize: 'none',
  spellCheck: false,
})

function LongText({ value, onChange, ...rest }: InputProps) {
  return <TextArea rows={3} {...control(rest)} value={asText(value)} onChange={text => onChange(orNull(text))} />
}

function Day({ value, onChange, ...rest }: InputProps) {
  return <DateInput {...typed(rest)} value={orNull(asText(value))} onChange={onChange} />
}

function Money({ value, onChange, ...rest }: InputProps) {
  return <MoneyInput {...typed(rest)} value={asNumberOrText(value)} onChange={onChange} />
}

function Colour({ value, onChange, ...rest }: InputProps) {
  const { size, 'aria-label': label } = control(rest)
  return <ColourInput size={size} aria-label={label} value={orNull(asText(value))} onChange={onChange} />
}

function Numeric({ field, value, onChange, ...rest }: InputProps) {
  const kept = asNumberOrText(value)
  if (!field.meta.rate) return <NumberInput decimals={3} {...typed(rest)} value={kept} onChange={onChange} />
  return (
    <NumberInput
      {...typed(rest)}
      decimals={2}
      suffix="%"
      value={typeof kept === 'number' ? kept / 100 : kept}
      onChange={percent => onChange(typeof percent === 'number' ? Math.round(percent * 100) : percent)}
    />
  )
}

function Flag({ field, value, onChange, ...rest }: InputProps) {
  const { size: _, ...box } = control(rest)
  const label = rest['aria-label'] ? undefined : field.words.field(field.name)
  return (
    <Checkbox {...box} label={label} hint={field.words.hint(field.name)} checked={value === true} onChange={onChange} />
  )
}

/** Not a choice of any list: "nothing". */
const nothing = ''

function Choice({ field, value, onChange, ...rest }: InputProps) {
  const { autoFocus: _, ...box } = control(rest)
  const { t } = useTranslation('crud')
  const options = (field.meta.options ?? []).map(option => ({
    value: option,
    label: field.words.option(field.name, option),
  }))
  return (
    <Select
      {...box}
      options={field.required ? options : [{ value: nothing, label: t('notSaid') }, ...options]}
      value={field.required ? orNull(asText(value)) : asText(value)}
      onChange={option => onChange(option === nothing ? null : option)}
    />
  )
}

function Choices({ field, value, onChange, onBlur }: InputProps) {
  const chosen = asTexts(value)
  const options = field.meta.options ?? []
  return (
    <span
      role="group"
      aria-label={field.words.field(field.name)}
      className="flex min-h-control flex-wrap items-center gap-x-4 gap-y-1"
    >
      {options.map(option => (
        <Checkbox
          key={option}
          id={`${field.name}-${option}`}
          label={field.words.option(field.name, option)}
          checked={chosen.includes(option)}
          onBlur={onBlur}
          // In the order of the declaration, whatever was ticked first.
          onChange={on => onChange(options.filter(one => (one === option ? on : chosen.includes(one))))}
        />
      ))}
    </span>
  )
}

function ListItems({ field, value, onChange, ...rest }: InputProps) {
  const list = useListNamed(field.meta.list ?? '')
  const chosen = asNumbers(value)
  const { options, loading } = useListOptions(list, chosen)
  return <MultiSelect {...control(rest)} options={options} loading={loading} value={chosen} onChange={onChange} />
}

/** The kinds that one control of the house fills in. */
export const plain = {
  choice: Choice,
  choices: Choices,
  colour: Colour,
  date: Day,
  email: Email,
  flag: Flag,
  listItems: ListItems,
  longText: LongText,
  money: Money,
  number: Numeric,
  url: Url,
} satisfies Partial<Record<FieldKind, ComponentType<InputProps>>>
