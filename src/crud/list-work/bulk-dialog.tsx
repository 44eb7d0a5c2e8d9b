import { Suspense, useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import type { BulkInput, BulkPreview } from '#contract/calls/work.ts'
import { metaOf, type Fields } from '#contract/fields.ts'
import { useDeed } from '#src/data/use-deed.ts'
import { useWorkDeeds } from '#src/data/use-work.ts'
import { useWords } from '#src/fields/words.ts'
import { useActor } from '#src/session/actor.ts'
import { FormDialog } from '#src/ui/form-dialog.tsx'
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx'
import { checkValues, type Errors, type Values } from '#src/form/check.ts'
import type { ListModel } from '../list/model.ts'
import { OutOfReach, useOutOfReach } from '../needs-server.tsx'
import { ArgFields, startOf } from '../arg-fields.tsx'
import { BulkFields, emptyChange, type FieldChange } from './bulk-fields.tsx'
import { BulkPreviewCard } from './bulk-preview.tsx'
import { bulkOffers, mayChange, workTargetOf } from './bulk-target.ts'
import { focusList } from './focus-list.ts'
import { useWorkWords } from './use-work-words.ts'
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
  const { deedOn } = useWorkWords(module)
  const actor = useActor()
  const deeds = useWorkDeeds()
  // What was selected when it was opened: rows that come meanwhile are none of it.
  const [chosen] = useState(() => ({ target: selection.target, count: selection.count }))
  const args = module.moves?.[action]?.args
  const asks = action === 'change' || args !== undefined
  const [changes, setChanges] = useState<readonly FieldChange[]>([emptyChange(0)])
  const [given, setGiven] = useState<Values>(() => startOf(args ?? {}))
  const [errors, setErrors] = useState<Errors>({})
  const [preview, setPreview] = useState<BulkPreview | null>(null)
  const { busy, refused, run } = useDeed()

  const input = (): BulkInput | null => {
    if (!chosen.target) return null
    const target = workTargetOf(chosen.target)
    return action === 'change'
      ? { target, action, ...partsOf(changes) }
      : { target, action, args: forEach(args ?? {}, given) }
  }
  const check = (): Errors => {
    if (action !== 'change')
      return args
        ? checkValues(z.strictObject(args), args, given, { ...words, field: name => words.arg(action, name) }, t)
        : {}
    const { args: set, add, remove } = partsOf(changes)
    const wrong = checkValues(module.change, module.fields, set, words, t)
    for (const [name, value] of Object.entries({ ...add, ...remove }))
      if (value.length === 0) wrong[name] = t('errors.required', { field: words.field(name) })
    return wrong
  }
  const ask = async (wanted: BulkInput) => {
    const called = await deeds.preview(module, wanted)
    if ('failure' in called) setErrors(called.failure.fields ?? {})
    else setPreview(called.answer)
    return 'failure' in called ? called.failure.message : null
  }
  const start = async (wanted: BulkInput) => {
    let work = ''
    const isBegun = await run(async () => {
      const called = await deeds.start(module, wanted)
      if ('failure' in called) return called.failure.message
      work = called.answer
      return null
    })
    if (!isBegun) return
    selection.clear()
    onClose()
    // The button that opened this is gone with the selection.
    focusList()
    showWork(work)
  }
  const away = useOutOfReach()
  // What asks for nothing is looked at from the first moment on.
  const isBusy = busy || (!asks && !preview && !refused)
  const submit = () => {
    const wanted = input()
    if (isBusy || away || !wanted) return
    if (preview) return void start(wanted)
    const wrong = check()
    setErrors(wrong)
    if (Object.keys(wrong).length > 0 || (action === 'change' && changes[0]?.name === null)) return
    void run(() => ask(wanted))
  }
  // Where nothing is asked, what would become of it is the first thing to see.
  const askAtOnce = useEffectEvent(() => {
    const wanted = asks ? null : input()
    if (wanted) void run(() => ask(wanted))
  })
  useEffect(() => askAtOnce(), [])

  const Args = list.screens.args?.[action] ?? ArgFields
  return (
    <FormDialog
      sticky
      size="md"
      onClose={onClose}
      title={deedOn(action, chosen.count)}
      onSubmit={submit}
      submitLabel={preview ? deedOn(action, mayChange(preview)) : t('listWork.bulk.look')}
      busy={isBusy}
      disabled={away || (preview !== null && mayChange(preview) === 0)}
      refused={!away && refused}
      wayOut={preview && asks ? { label: t('listWork.bulk.back'), onPress: () => setPreview(null) } : undefined}
    >
      <OutOfReach away={away} />
      {preview ? (
        <BulkPreviewCard preview={preview} nouns={words.nouns} />
      ) : action === 'change' ? (
        <BulkFields
          module={module}
          names={bulkOffers(module, false, null, actor).fields}
          changes={changes}
          errors={errors}
          onChange={next => {
            setChanges(next)
            setErrors({})
          }}
        />
      ) : args ? (
        <Suspense fallback={<SkeletonRows />}>
          <Args module={module} move={action} args={args} values={given} errors={errors} onChange={setGiven} />
        </Suspense>
      ) : (
        isBusy && <SkeletonRows />
      )}
    </FormDialog>
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
function partsOf(changes: readonly FieldChange[]) {
  const of = (how: FieldChange['how']) => changes.filter(change => change.how === how && change.name !== null)
  const lists = (how: 'add' | 'remove') =>
    Object.fromEntries(of(how).map(({ name, value }) => [name!, Array.isArray(value) ? (value as unknown[]) : []]))
  return {
    args: Object.fromEntries(of('set').map(({ name, value }) => [name!, value])),
    ...(of('add').length > 0 ? { add: lists('add') } : {}),
    ...(of('remove').length > 0 ? { remove: lists('remove') } : {}),
  }
}
