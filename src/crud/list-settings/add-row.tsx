import { clsx } from 'clsx'
import { useState, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import type { List } from '#contract/list.ts'
import { useSave } from '#src/data/use-writes.ts'
import { useWords } from '#src/fields/words.ts'
import { Banner } from '#src/ui/banner.tsx'
import { emptyValues } from '../check.ts'
import { useForm } from '../use-form.ts'
import { addNames } from './columns.ts'
import { ItemForm } from './item-form.tsx'

export type AddRowProps = {
  list: List
  /** The parent that is shown; new items go below it. */
  parent: number | null
  narrow: boolean
  /** Stays at the foot of the window while the list is longer. */
  sticky: boolean
  labelRef: RefObject<HTMLInputElement | null>
  announce: (words: string) => void
  /** Somebody waits to type. */
  first: boolean
}

/** Adds an item: Enter, and the next one can be typed. Stage, parent and colour stay for it. */
export function AddRow({ list, parent, narrow, sticky, labelRef, announce, first }: AddRowProps) {
  const { t } = useTranslation('crud')
  const words = useWords(list)
  const save = useSave(list)
  const [saving, setSaving] = useState(false)
  const [refused, setRefused] = useState('')
  const names = addNames(list)
  const empty = { ...emptyValues(list, names), ...(list.list.parent ? { parent } : {}) }
  const form = useForm(list, empty, 'input')

  const add = async () => {
    const wrong = form.check()
    if (Object.keys(wrong).length > 0 || saving) return labelRef.current?.focus()
    setSaving(true)
    setRefused('')
    const outcome = await save(form.values)
    setSaving(false)
    if (outcome.state === 'saved' || outcome.state === 'waiting') {
      announce(t('list.added', { label: form.values.label }))
      form.start({ ...form.values, label: null, colour: null })
    } else if (outcome.state === 'refused') {
      form.refuse(outcome.fields ?? {})
      if (!outcome.fields || Object.keys(outcome.fields).some(field => !names.includes(field)))
        setRefused(outcome.message)
    }
    labelRef.current?.focus()
  }
  const reset = () => {
    form.start(empty)
    setRefused('')
  }
  return (
    <div
      onBlur={event => {
        // Whoever leaves an empty row does not want to read that it is empty.
        if (form.values.label === null && !event.currentTarget.contains(event.relatedTarget)) reset()
      }}
      className={clsx('rounded-b-[9px] border-t bg-surface-sunken', sticky && 'sticky bottom-0 z-(--z-sticky)')}
    >
      <ItemForm
        list={list}
        form={form}
        names={names.filter(name => name !== 'label' && name !== 'colour')}
        name={t('list.addTitle', { noun: words.noun })}
        placeholder={t('list.new', { noun: words.noun })}
        saveLabel={t('list.add')}
        saving={saving}
        onSave={() => void add()}
        onCancel={form.dirty ? reset : undefined}
        inColumns={!narrow}
        labelRef={labelRef}
        first={first}
        notice={
          refused && (
            <Banner tone="danger" announce onDismiss={() => setRefused('')}>
              {refused}
            </Banner>
          )
        }
      />
    </div>
  )
}
