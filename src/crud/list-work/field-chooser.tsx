import { useTranslation } from 'react-i18next'
import type { Module } from '#contract/module.ts'
import { useWords } from '#src/fields/words.ts'
import { Select } from '#src/ui/select.tsx'

type Props = {
  module: Module
  /** What may be chosen; with only one there is nothing to choose. */
  names: readonly string[]
  name: string
  label: string
  onChoose: (name: string) => void
}

/** Which field the lanes or days are of. */
export function FieldChooser({ module, names, name, label, onChoose }: Props) {
  const words = useWords(module)
  const { t } = useTranslation('crud')
  if (names.length < 2) return null
  return (
    <Select
      size="sm"
      className="w-56!"
      aria-label={label}
      value={name}
      onChange={onChoose}
      options={names.map(value => ({ value, label: t('listWork.by', { field: words.field(value) }) }))}
    />
  )
}
