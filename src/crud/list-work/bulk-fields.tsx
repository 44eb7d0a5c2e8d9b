import Plus from 'lucide-react/icons/plus'
import X from 'lucide-react/icons/x'
import { useTranslation } from 'react-i18next'
import { isSet } from '#contract/calls/work.ts'
import type { Module } from '#contract/module.ts'
import { inputs } from '#src/fields/inputs.ts'
import { fieldView } from '#src/fields/view.ts'
import { useWords } from '#src/fields/words.ts'
import { Button } from '#src/ui/button.tsx'
import { Combobox } from '#src/ui/combobox.tsx'
import { Field } from '#src/ui/field.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { SegmentedControl } from '#src/ui/segmented-control.tsx'
import type { Errors } from '#src/form/check.ts'

/** One field that many records get: a value in place of theirs, or something added to it or taken from it. */
export type FieldChange = { key: number; name: string | null; how: 'set' | 'add' | 'remove'; value: unknown }

type Props = {
  module: Module
  /** The fields that may be chosen. */
  names: readonly string[]
  changes: readonly FieldChange[]
  errors: Errors
  onChange: (changes: readonly FieldChange[]) => void
}

export const emptyChange = (key: number): FieldChange => ({ key, name: null, how: 'set', value: null })

/** The fields to change, each with the control that forms have for it. */
export function BulkFields({ module, names, changes, errors, onChange }: Props) {
  const { t } = useTranslation('crud')
  const words = useWords(module)
  const taken = changes.map(change => change.name)
  const put = (key: number, part: Partial<FieldChange>) =>
    onChange(changes.map(one => (one.key === key ? { ...one, ...part } : one)))
  return (
    <div className="grid gap-4">
      {changes.map(change => (
        <fieldset key={change.key} className="grid gap-3 rounded-3 border bg-surface p-3">
          <legend className="sr-only">
            {change.name === null ? t('listWork.bulk.field') : words.field(change.name)}
          </legend>
          <div className="flex items-end gap-2">
            <Field label={t('listWork.bulk.field')} className="flex-1">
              <Combobox
                clearable={false}
                options={names
                  .filter(name => name === change.name || !taken.includes(name))
                  .map(name => ({ value: name, label: words.field(name) }))}
                value={change.name}
                onChange={name => {
                  if (name === null || name === change.name) return
                  put(change.key, { name, how: isSet(module, name) ? 'add' : 'set', value: null })
                }}
              />
            </Field>
            {changes.length > 1 && (
              <IconButton
                icon={X}
                label={t('listWork.bulk.removeField')}
                onClick={() => onChange(changes.filter(one => one.key !== change.key))}
              />
            )}
          </div>
          {change.name !== null && (
            <Value
              module={module}
              name={change.name}
              change={change}
              error={errors[change.name]}
              onChange={part => put(change.key, part)}
            />
          )}
        </fieldset>
      ))}
      {changes.length < names.length && changes.every(change => change.name !== null) && (
        <Button
          size="sm"
          icon={Plus}
          className="justify-self-start"
          onClick={() => onChange([...changes, emptyChange(Math.max(0, ...changes.map(one => one.key)) + 1)])}
        >
          {t('listWork.bulk.addField')}
        </Button>
      )}
    </div>
  )
}

type ValueProps = {
  module: Module
  name: string
  change: FieldChange
  error: string | undefined
  onChange: (part: Partial<FieldChange>) => void
}

function Value({ module, name, change, error, onChange }: ValueProps) {
  const { t } = useTranslation('crud')
  const words = useWords(module)
  const field = fieldView(module, name, words)
  const Input = inputs[field.meta.kind]
  const canBeEmpty = change.how === 'set' && !field.required && field.meta.kind !== 'flag'
  return (
    <>
      {isSet(module, name) && (
        <SegmentedControl
          label={t('listWork.bulk.how')}
          value={change.how}
          onChange={how => onChange({ how })}
          options={(['add', 'remove', 'set'] as const).map(how => ({ value: how, label: t(`listWork.bulk.${how}`) }))}
        />
      )}
      <Field
        label={change.how === 'remove' ? t('listWork.bulk.takenAway') : t('listWork.bulk.value')}
        hint={canBeEmpty ? t('listWork.bulk.emptyClears') : undefined}
        required={!canBeEmpty && field.meta.kind !== 'flag'}
        error={error}
        group={field.meta.kind === 'choices' || field.meta.kind === 'flag'}
      >
        <Input
          field={change.how === 'remove' ? { ...field, finding: true } : field}
          value={change.value}
          onChange={value => onChange({ value })}
        />
      </Field>
    </>
  )
}
