import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useTagsInUse } from '#src/data/use-tags.ts'
import { MultiSelect } from '#src/ui/multi-select.tsx'
import { asTexts, control, type InputProps } from '../view.ts'

/** Words of people's own: those in use are offered, and what is typed is offered as a new one. */
export function Input({ field, value, onChange, ...rest }: InputProps) {
  const { t } = useTranslation('crud')
  const [typed, setTyped] = useState('')
  const chosen = asTexts(value)
  const word = typed.replaceAll(',', ' ').replaceAll(/\s+/g, ' ').trim().toLowerCase().slice(0, 40)
  const known = useTagsInUse(field.module, field.name, word).filter(tag => tag.includes(word))
  const isNew = word !== '' && !known.includes(word) && !chosen.includes(word)
  const tags = known.map(tag => ({ value: tag, label: tag }))
  return (
    <MultiSelect
      options={isNew ? [...tags, { value: word, label: t('attached.newTag', { tag: word }) }] : tags}
      value={chosen}
      onSearch={setTyped}
      onChange={next => onChange(next)}
      nameOf={tag => tag}
      {...control(rest)}
    />
  )
}
