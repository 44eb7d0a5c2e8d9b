import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { metaOf } from '#contract/fields.ts'
import { allFields, type Module } from '#contract/module.ts'
import { inputs } from '#src/fields/inputs.ts'
import type { FieldView } from '#src/fields/view.ts'
import { useWords } from '#src/fields/words.ts'
import { Button } from '#src/ui/button.tsx'
import { Checkbox } from '#src/ui/checkbox.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { byOption, FilterValue } from './filter-value.tsx'

type DialogProps = {
  module: Module
  name: string
  values: readonly string[]
  onApply: (values: readonly string[]) => void
  onClose: () => void
}

export function FilterDialog({ module, name, values, onApply, onClose }: DialogProps) {
  const { t } = useTranslation('crud')
  const words = useWords(module)
  const [chosen, setChosen] = useState(values)
  const declared = allFields(module)[name]
  const meta = declared && metaOf(declared)
  const options =
    name === 'stage'
      ? module.stages
      : meta?.kind === 'flag'
        ? ['true', 'false']
        : byOption.includes(meta?.kind ?? 'text') && meta?.options
  const several = meta?.list !== undefined ? 'listItems' : meta?.module !== undefined ? 'references' : null
  const items: FieldView | null | undefined = meta &&
    several && { name, meta: { ...meta, kind: several }, required: false, words }
  const Input = inputs[several ?? 'listItems']
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('records.filterBy', { field: words.field(name) })}
      onSubmit={() => onApply(chosen)}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button variant="primary" type="submit">
            {t('records.apply')}
          </Button>
        </>
      }
    >
      {options &&
        options.map(option => (
          <Checkbox
            key={option}
            checked={chosen.includes(option)}
            onChange={on => setChosen(on ? [...chosen, option] : chosen.filter(one => one !== option))}
            label={<FilterValue module={module} name={name} value={option} words={words} />}
          />
        ))}
      {items && (
        <Input
          field={items}
          aria-label={words.field(name)}
          value={chosen.map(Number)}
          onChange={next => setChosen((next as number[]).map(String))}
        />
      )}
    </Dialog>
  )
}
