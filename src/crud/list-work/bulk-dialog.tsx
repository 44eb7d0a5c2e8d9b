import { Suspense, useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { BulkInput, BulkPreview } from '#contract/calls/work.ts'
import { metaOf, type Fields } from '#contract/fields.ts'
import { useWorkDeeds } from '#src/data/use-work.ts'
import { useWords } from '#src/fields/words.ts'
import { useMoveSubject, type Subject } from '#src/form/subject.ts'
import { useFormStore } from '#src/form/use-form-store.ts'
import { useActor } from '#src/session/actor.ts'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx'
import type { Errors, Values } from '#src/form/check.ts'
import type { ListModel } from '../list/model.ts'
import { OutOfReach, useOutOfReach } from '../needs-server.tsx'
import { ArgFields, startOf } from '../arg-fields.tsx'
import { BulkFields, emptyChange, type FieldChange } from './bulk-fields.tsx'
import { BulkPreviewCard } from './bulk-preview.tsx'
import { bulkOffers, mayChange, workTargetOf } from './bulk-target.ts'
import { focusList } from './focus-list.ts'
import { deedOn } from './deed-words.ts'
import { showWork } from './work-signal.ts'

type Props = {
  list: ListModel
  /** `change`, `archive`, `restore` or a move. */
  action: string
  onClose: () => void
}

/** What many records get, what would become of it, and then the work itself. */
export function BulkDialog({ list, action, onClose }: Props) {
  const { module, selection } = list
  const { t } = useTranslation('crud')
  const words = useWords(module)
  const actor = useActor()
  const deeds = useWorkDeeds()
  // What was selected when it was opened: rows that come meanwhile are none of it.
  const [chosen] = useState(() => ({ target: selection.target, count: selection.count }))
  const args = module.moves?.[action]?.args
  const asks = action === 'change' || args !== undefined
  const [changes, setChanges] = useState<readonly FieldChange[]>([emptyChange(0)])
  const asked = useMoveSubject(module, action, args ?? {})
  const changed: Subject = {
    ...asked,
    fields: module.fields,
    schema: module.change,
    words,
    sent: values => partsOf(changes, values).args,
    check: values => missingIn(changes, values, name => t('errors.required', { field: words.field(name) })),
  }
  const form = useFormStore(action === 'change' ? changed : asked, startOf(args ?? {}))
  const [preview, setPreview] = useState<BulkPreview | null>(null)
  // Where nothing is asked, what would become of it is the first thing to see.
  const [busy, setBusy] = useState(!asks)
  const [failed, setFailed] = useState('')

  const input = (): BulkInput | null => {
    if (!chosen.target) return null
    const target = workTargetOf(chosen.target)
    const { values } = form.typed()
    return action === 'change'
      ? { target, action, ...partsOf(changes, values) }
      : { target, action, args: forEach(args ?? {}, values) }
  }
  const look = async () => {
    const wrong = form.check()
    const wanted = input()
    if (busy || !wanted || Object.keys(wrong).length > 0 || (action === 'change' && changes[0]?.name === null)) return
    setBusy(true)
    setFailed('')
    await ask(wanted)
  }
  const ask = async (wanted: BulkInput) => {
    const called = await deeds.preview(module, wanted)
    setBusy(false)
    if ('answer' in called) return setPreview(called.answer)
    setFailed(called.failure.message)
    form.refuse(called.failure.fields ?? {})
  }
  const start = async () => {
    const wanted = input()
    if (busy || !wanted) return
    setBusy(true)
    setFailed('')
    const called = await deeds.start(module, wanted)
    setBusy(false)
    if ('failure' in called) return setFailed(called.failure.message)
    selection.clear()
    onClose()
    // The button that opened this is gone with the selection.
    focusList()
    showWork(called.answer)
  }
  const askAtOnce = useEffectEvent(() => {
    const wanted = asks ? null : input()
    if (wanted) void ask(wanted)
  })
  useEffect(() => askAtOnce(), [])

  const Args = list.screens.args?.[action] ?? ArgFields
  const away = useOutOfReach()
  return (
    <Dialog
      open
      sticky
      size="md"
      onClose={onClose}
      title={deedOn(module, action, chosen.count, words, t)}
      onSubmit={() => {
        if (!away) void (preview ? start() : look())
      }}
      footer={
        <>
          <Button onClick={preview && asks ? () => setPreview(null) : onClose}>
            {preview && asks ? t('listWork.bulk.back') : t('cancel')}
          </Button>
          <Button
            variant="primary"
            type="submit"
            loading={busy}
            disabled={away || (preview !== null && mayChange(preview) === 0)}
          >
            {preview ? deedOn(module, action, mayChange(preview), words, t) : t('listWork.bulk.look')}
          </Button>
        </>
      }
    >
      <OutOfReach away={away} />
      {failed && !away && (
        <Banner tone="danger" announce>
          {failed}
        </Banner>
      )}
      {preview ? (
        <BulkPreviewCard preview={preview} nouns={words.nouns} />
      ) : action === 'change' ? (
        <BulkFields
          module={module}
          names={bulkOffers(module, false, null, actor).fields}
          changes={changes}
          form={form}
          onChange={setChanges}
        />
      ) : args ? (
        <Suspense fallback={<SkeletonRows />}>
          <Args module={module} move={action} args={args} form={form} />
        </Suspense>
      ) : (
        busy && <SkeletonRows />
      )}
    </Dialog>
  )
}

/** Each record gets lines of its own: the server gives them their ids. */
const forEach = (args: Fields, given: Values): Values =>
  Object.fromEntries(
    Object.entries(given).map(([name, value]) => [
      name,
      args[name] && metaOf(args[name]).kind === 'lines' && Array.isArray(value)
        ? (value as Values[]).map(line => ({ ...line, id: undefined }))
        : value,
    ]),
  )

/** The chosen fields as the server takes them. */
function partsOf(changes: readonly FieldChange[], values: Values) {
  const of = (how: FieldChange['how']) =>
    changes.flatMap(change => (change.how === how && change.name !== null ? [change.name] : []))
  const lists = (how: 'add' | 'remove') => Object.fromEntries(of(how).map(name => [name, asList(values[name])]))
  return {
    args: Object.fromEntries(of('set').map(name => [name, values[name] ?? null])),
    ...(of('add').length > 0 ? { add: lists('add') } : {}),
    ...(of('remove').length > 0 ? { remove: lists('remove') } : {}),
  }
}

const asList = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/** Of what is added or taken away there is something. */
function missingIn(changes: readonly FieldChange[], values: Values, say: (name: string) => string): Errors {
  const { add, remove } = partsOf(changes, values)
  const empty = Object.entries({ ...add, ...remove }).filter(([, value]) => value.length === 0)
  return Object.fromEntries(empty.map(([name]) => [name, say(name)]))
}
