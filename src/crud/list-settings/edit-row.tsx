import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Item, List } from '#contract/list.ts'
import type { Row } from '#contract/module.ts'
import { useChange } from '#src/data/use-writes.ts'
import { Banner } from '#src/ui/banner.tsx'
import { ConflictChoice, useConflict } from '../conflict-choice.tsx'
import { asksOfDraft } from '../conflict.ts'
import { DraftBanner } from '../drafts/draft-banner.tsx'
import { draftName } from '../drafts/draft-name.ts'
import { useDraft } from '../drafts/use-draft.ts'
import { sayWaiting } from '../say-waiting.ts'
import { useForm } from '../use-form.ts'
import { columnNames } from './columns.ts'
import { ItemForm } from './item-form.tsx'

type Props = {
  list: List
  item: Item
  onDone: () => void
  /** Is there something typed that is not saved? */
  onDirty: (dirty: boolean) => void
}

/** An item being edited in its place. What is typed belongs to the person: changes of others only show when saving asks. */
export function EditRow({ list, item, onDone, onDirty }: Props) {
  const { t } = useTranslation('crud')
  const change = useChange(list)
  const [seen] = useState(item as Item & Row)
  const [saving, setSaving] = useState(false)
  const [refused, setRefused] = useState('')
  const { conflict, ask, choose, clear, wanted } = useConflict()
  const names = columnNames(list)
  const start = Object.fromEntries(['label', 'colour', ...names].map(name => [name, seen[name] ?? null]))
  const form = useForm(list, start, 'change')
  const draft = useDraft(`${list.name}:${seen.id}`, form, seen)

  const done = async () => {
    await draft.drop()
    onDone()
  }
  const save = async () => {
    if (Object.keys(form.check()).length > 0 || saving) return
    const changes = wanted(form.changes)
    if (Object.keys(changes).length === 0) return done()
    setSaving(true)
    setRefused('')
    const outcome = await change(conflict?.row ?? seen, changes, await draft.hand())
    setSaving(false)
    sayWaiting(outcome)
    if (outcome.state === 'saved' || outcome.state === 'waiting') return done()
    draft.takeBack()
    if (outcome.state === 'conflict') return ask(outcome.row, outcome.asks)
    clear()
    form.refuse(outcome.fields ?? {})
    if (!outcome.fields) setRefused(outcome.message)
  }
  const { dirty } = form
  useEffect(() => {
    onDirty(dirty)
    return () => onDirty(false)
  }, [dirty, onDirty])
  const box = useRef<HTMLDivElement>(null)
  // What saving asks or says must not stay below the edge of the window.
  useEffect(() => {
    if (conflict || refused) box.current?.scrollIntoView?.({ block: 'nearest' })
  }, [conflict, refused])
  return (
    <div ref={box} className="scroll-mt-46 scroll-mb-47">
      <ItemForm
        list={list}
        form={form}
        names={names}
        name={t('list.editTitle', { label: seen.label })}
        saveLabel={t('save')}
        saving={saving}
        onSave={() => void save()}
        onCancel={() => void done()}
        inColumns={false}
        first
        notice={
          <>
            <DraftBanner
              draft={draft}
              isNew={false}
              nameOf={values => draftName(list, values)}
              onDiscard={() => {
                form.discard()
                clear()
                void draft.drop()
              }}
              onTaken={taken => {
                clear()
                const asks = asksOfDraft(list, seen, taken)
                if (asks.length > 0) ask(seen, asks)
              }}
            />
            {conflict && <ConflictChoice module={list} conflict={conflict} mine={form.values} onChoose={choose} />}
            {refused && (
              <Banner tone="danger" announce onDismiss={() => setRefused('')}>
                {refused}
              </Banner>
            )}
            {!conflict && item.version !== seen.version && <Banner tone="info">{t('list.changedMeanwhile')}</Banner>}
          </>
        }
      />
    </div>
  )
}
