import { clsx } from 'clsx'
import { useRef, useState, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import type { List } from '#contract/list.ts'
import { useSave } from '#src/data/use-writes.ts'
import { useWords } from '#src/fields/words.ts'
import { emptyValues, type Values } from '#src/form/check.ts'
import { DraftBanner } from '../drafts/draft-banner.tsx'
import { draftName } from '../drafts/draft-name.ts'
import { handedWhole, type Own } from '#src/data/drafts/own.ts'
import { useDraft } from '../drafts/use-draft.ts'
import { useSayWaiting } from '../say-waiting.ts'
import { useForm } from '../use-form.ts'
import { addNames } from './columns.ts'
import { ItemForm } from './item-form.tsx'
import { outcomeOf } from '../outcome-of.ts'
import { useTwin } from './use-twin.ts'
import { Refused } from '#src/ui/refused.tsx'

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
  const sayWaiting = useSayWaiting()
  const words = useWords(list)
  const save = useSave(list)
  const [refused, setRefused] = useState('')
  const names = addNames(list)
  const empty = { ...emptyValues(list, names), ...(list.list.parent ? { parent } : {}) }
  const form = useForm(list, empty, 'input')
  const draft = useDraft(`${list.name}:new:${parent ?? ''}`, form)

  const twinOf = useTwin(list)
  const queue = useRef(Promise.resolve())

  const write = async (values: Values, typed: Own | null) => {
    const outcome = await outcomeOf(() => save(values, null, handedWhole(typed)))
    await typed?.letGo()
    sayWaiting(outcome)
    if (outcome.state !== 'refused') return announce(t('list.added', { label: values.label }))
    const fields = outcome.fields ?? {}
    const said = Object.entries(fields).filter(([field]) => names.includes(field))
    if (labelRef.current?.value === '') {
      form.putBack(values, fields)
      // In the form it has a draft of its own again.
      if (typed) draft.refuse(typed.key)
      if (said.length === 0 || said.length < Object.keys(fields).length) setRefused(outcome.message)
    } else {
      // The next one is being typed already.
      const message = said[0]?.[1] ?? outcome.message
      setRefused(now => `${now} ${t('paste.notAdded', { label: values.label, message })}`.trim())
    }
  }
  // The next one can be typed while this one is on its way; they arrive in the order they were typed.
  const add = () => {
    labelRef.current?.focus()
    if (Object.keys(form.check()).length > 0) return
    const { values } = form
    const twin = twinOf(values)
    if (twin.label) return void form.refuse(twin)
    const typed = draft.handAway()
    setRefused('')
    form.start({ ...values, label: null, colour: null })
    queue.current = queue.current.then(async () => write(values, await typed))
  }
  const reset = () => {
    form.start(empty)
    setRefused('')
    void draft.drop()
  }
  return (
    <div
      onBlur={event => {
        // Whoever leaves an empty row does not want to read that it is empty.
        if (form.values.label === null && !event.currentTarget.contains(event.relatedTarget)) reset()
      }}
      className={clsx('rounded-b-[9px] border-t bg-surface-sunken', sticky && 'stays sticky bottom-0 z-(--z-sticky)')}
    >
      <ItemForm
        list={list}
        form={form}
        names={names.filter(name => name !== 'label' && name !== 'colour')}
        name={t('list.addTitle', { noun: words.noun })}
        placeholder={t('list.new', { noun: words.noun })}
        saveLabel={t('list.add')}
        saving={false}
        onSave={add}
        onCancel={form.dirty ? reset : undefined}
        inColumns={!narrow}
        labelRef={labelRef}
        first={first}
        notice={
          <>
            <DraftBanner draft={draft} isNew nameOf={values => draftName(list, values)} onDiscard={reset} />
            <Refused why={refused} onDismiss={() => setRefused('')} />
          </>
        }
      />
    </div>
  )
}
