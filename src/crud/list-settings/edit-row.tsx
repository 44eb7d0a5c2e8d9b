import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Item, List } from '#contract/list.ts'
import { same } from '#contract/merge.ts'
import type { Row } from '#contract/module.ts'
import type { Outcome } from '#src/data/outcome.ts'
import { useChange } from '#src/data/use-writes.ts'
import { useIsHere } from '#src/lib/use-is-here.ts'
import { useSteady } from '#src/lib/use-steady.ts'
import { Banner } from '#src/ui/banner.tsx'
import { Refused } from '#src/ui/refused.tsx'
import type { Values } from '#src/form/check.ts'
import { Closed, ConflictChoice } from '../conflict-choice.tsx'
import { asksOf, broughtOver, useConflict } from '../conflict.ts'
import { DraftBanner } from '../drafts/draft-banner.tsx'
import { draftName } from '../drafts/draft-name.ts'
import { useDraft } from '../drafts/use-draft.ts'
import { useSaySavedBefore, useSayWaiting } from '../say-waiting.ts'
import { changedSince, useForm } from '../use-form.ts'
import { columnNames } from './columns.ts'
import { ItemForm } from './item-form.tsx'
import { outcomeOf } from '../outcome-of.ts'
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
  const saySavedBefore = useSaySavedBefore()
  const change = useChange(list)
  // What a save left behind is what is typed over from then on.
  const [seen, setSeen] = useState(item as Item & Row)
  const [saving, setSaving] = useState(false)
  const [refused, setRefused] = useState('')
  const [back, setBack] = useState<Row | null>(null)
  const { conflict, ask, choose, clear, wanted } = useConflict()
  const names = columnNames(list)
  const valuesOf = (row: Row): Values =>
    Object.fromEntries(['label', 'colour', ...names].map(name => [name, row[name] ?? null]))
  const form = useForm(list, valuesOf(seen), 'change')
  const twinOf = useTwin(list)
  const draft = useDraft(`${list.name}:${seen.id}`, form, seen)
  const now = newest([item as Item & Row, conflict?.row, back])
  const asked = conflict && (now === conflict.row || !conflict.row.archivedAt) ? conflict : null
  // Two presses of one moment see the same state; only this tells them apart.
  const busy = useRef(false)
  // A save ends in a later moment than it began in: people go on typing, or are in another row by then.
  const typed = useSteady(() => form.values)
  const isHere = useIsHere()

  const done = async () => {
    await draft.drop()
    if (isHere.current) onDone()
  }
  const finish = async (outcome: Outcome, row: Row, submitted: Values) => {
    const isTyped = () => Object.keys(changedSince(submitted, typed())).length > 0
    clear()
    if (!isTyped()) {
      form.settle(submitted, submitted)
      await draft.drop()
    }
    if (!isHere.current || !isTyped()) {
      sayWaiting(outcome)
      return isHere.current && onDone()
    }
    form.settle(submitted, valuesOf(row))
    setSeen(row as Item & Row)
    saySavedBefore(outcome)
  }
  const attempt = async () => {
    if (Object.keys(form.check()).length > 0) return
    const submitted = form.values
    const changes = wanted(form.changes)
    if (Object.keys(changes).length === 0) return done()
    const twin = 'label' in changes || 'parent' in changes ? twinOf({ ...(asked?.row ?? seen), ...changes }) : {}
    if (twin.label) return void form.refuse(twin)
    setSaving(true)
    setRefused('')
    const key = await draft.hand()
    const outcome = await outcomeOf(() => change(asked?.row ?? seen, changes, key))
    setSaving(false)
    if (outcome.state === 'saved' || outcome.state === 'waiting')
      return finish(outcome, outcome.row ?? { ...seen, ...submitted }, submitted)
    draft.takeBack(outcome)
    if (outcome.state === 'conflict') return ask(outcome.row, outcome.asks)
    clear()
    form.refuse(outcome.fields ?? {})
    if (!outcome.fields) setRefused(outcome.message)
  }
  const save = async () => {
    if (busy.current) return
    busy.current = true
    try {
      await attempt()
    } finally {
      busy.current = false
    }
  }
  const { dirty } = form
  useEffect(() => {
    onDirty(dirty)
    return () => onDirty(false)
  }, [dirty, onDirty])
  const box = useRef<HTMLDivElement>(null)
  const isClosed = Boolean(now.archivedAt)
  // What saving asks or says must not stay below the edge of the window.
  useEffect(() => {
    if (conflict || refused || isClosed) box.current?.scrollIntoView?.({ block: 'nearest' })
  }, [conflict, refused, isClosed])
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
              onTaken={({ base, values }) => {
                clear()
                if (!base) return
                const taken = broughtOver(list, { ...seen, ...base.fields }, seen, values)
                form.discard()
                form.restore(taken.values)
                if (taken.asks.length > 0) ask(seen, taken.asks)
              }}
            />
            {isClosed && (
              <Closed
                module={list}
                row={now}
                onBack={row => {
                  setBack(row)
                  clear()
                  const asks = asksOf(list, seen, row, form.changes)
                  if (asks.length > 0) ask(row, asks)
                }}
              />
            )}
            {asked && !isClosed && (
              <ConflictChoice module={list} conflict={asked} mine={form.values} onChoose={choose} />
            )}
            <Refused why={refused} onDismiss={() => setRefused('')} />
            {!asked &&
              !isClosed &&
              item.version > seen.version &&
              !same(valuesOf(item as Item & Row), valuesOf(seen)) && (
                <Banner tone="info">{t('list.changedMeanwhile')}</Banner>
              )}
          </>
        }
      />
    </div>
  )
}

/** The one that is known last; of the same version the later one. */
const newest = ([first, ...others]: readonly [Row, ...(Row | null | undefined)[]]): Row =>
  others.reduce<Row>((one, other) => (other && other.version >= one.version ? other : one), first)
