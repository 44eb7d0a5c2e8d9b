import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Item, List } from '#contract/list.ts'
import { same } from '#contract/merge.ts'
import type { Row } from '#contract/module.ts'
import { titleOf } from '#src/data/use-titles.ts'
import { useIsHere } from '#src/lib/use-is-here.ts'
import { Banner } from '#src/ui/banner.tsx'
import { Closed } from '../conflict-choice.tsx'
import { rebased } from '../conflict.ts'
import { FormNotices } from '../form-notices.tsx'
import { useSayWaiting } from '../say-waiting.ts'
import { useRecordForm } from '../use-record-form.ts'
import { columnNames } from './columns.ts'
import { ItemForm } from './item-form.tsx'
import { useTwin } from './use-twin.ts'

type Props = {
  list: List
  /** As it is by now; archived, where somebody did that while it is being edited. */
  item: Item
  onDone: () => void
  /** Is there something typed that is not saved? */
  onDirty: (dirty: boolean) => void
}

/** An item being edited in its place. What is typed belongs to the person: changes of others only show when saving asks. */
export function EditRow({ list, item, onDone, onDirty }: Props) {
  const { t } = useTranslation('crud')
  const sayWaiting = useSayWaiting()
  const twinOf = useTwin(list)
  const names = columnNames(list)
  const all = ['label', 'colour', ...names]
  const now = item as Item & Row
  // The form goes over the item as it was opened, or as a save left it.
  const [opened] = useState(now)
  const record = useRecordForm({
    module: list,
    names: all,
    seen: opened,
    prefix: 'item',
    onSaved: (outcome, _, isHere) => {
      sayWaiting(outcome)
      if (isHere) onDone()
    },
  })
  const { form, conflict, refused, seen = opened } = record
  const [back, setBack] = useState<Row | null>(null)
  const isClosed = Boolean(now.archivedAt) && !(back && back.version >= now.version)
  const isThere = useIsHere()
  const done = async () => {
    await record.draft.drop()
    if (isThere.current) onDone()
  }
  const save = () => {
    if (!form.dirty && !conflict) return void done()
    const wanted = conflict ? rebased(list, seen, conflict, form.changes) : form.changes
    // What is wrong in itself is said first.
    if (('label' in wanted || 'parent' in wanted) && Object.keys(form.check()).length === 0) {
      const twin = twinOf({ ...(conflict?.row ?? seen), ...wanted })
      if (twin.label) return void form.refuse(twin)
    }
    record.submit()
  }
  const { dirty } = form
  useEffect(() => {
    onDirty(dirty)
    return () => onDirty(false)
  }, [dirty, onDirty])
  const box = useRef<HTMLDivElement>(null)
  // What saving asks or says must not stay below the edge of the window.
  useEffect(() => {
    if (conflict || refused || isClosed) box.current?.scrollIntoView?.({ block: 'nearest' })
  }, [conflict, refused, isClosed])
  const isOther = all.some(name => !same(now[name] ?? null, seen[name] ?? null))
  return (
    <div ref={box} className="scroll-mt-46 scroll-mb-47">
      <ItemForm
        list={list}
        form={form}
        names={names}
        idOf={record.idOf}
        name={t('list.editTitle', { label: titleOf(list, seen) })}
        saveLabel={t('save')}
        saving={record.saving}
        onSave={save}
        onCancel={() => void done()}
        inColumns={false}
        first
        notice={
          <FormNotices module={list} record={record}>
            {isClosed && !conflict && <Closed module={list} row={now} onBack={setBack} />}
            {!isClosed && !conflict && now.version > seen.version && isOther && (
              <Banner tone="info">{t('list.changedMeanwhile')}</Banner>
            )}
          </FormNotices>
        }
      />
    </div>
  )
}
