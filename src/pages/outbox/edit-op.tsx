import { Suspense, useEffect, useEffectEvent, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { attachLimits } from '#contract/calls/attached.ts'
import { splitOp } from '#contract/intent.ts'
import { metaOf, type Fields } from '#contract/fields.ts'
import { same } from '#contract/merge.ts'
import type { Module } from '#contract/module.ts'
import { checkValues, emptyValues, type Errors, type Values } from '#src/form/check.ts'
import { FormField } from '#src/crud/form-field.tsx'
import { ArgFields, startOf } from '#src/crud/arg-fields.tsx'
import { usePrepare } from '#src/attached/use-prepare.ts'
import { useForm } from '#src/crud/use-form.ts'
import { useAskedClose, useHoldOpen } from '#src/session/leave.ts'
import { useData } from '#src/data/data.ts'
import { useDeed } from '#src/data/use-deed.ts'
import { useWords } from '#src/fields/words.ts'
import { saidAt, type OutboxOp } from '#src/offline/outbox/op.ts'
import { useActor } from '#src/session/actor.ts'
import { Field } from '#src/ui/field.tsx'
import { FormDialog } from '#src/ui/form-dialog.tsx'
import { TextArea } from '#src/ui/text-area.tsx'
import { isNote, isTyped } from './can-edit.ts'
import { useOwnInputs } from './own-inputs.ts'
import { openValue, saidOtherwise } from './said-otherwise.ts'
import type { OpWords } from './use-op-words.ts'

type Props = {
  module: Module
  op: Pick<OutboxOp, 'op' | 'args' | 'base' | 'problem'> & Partial<Pick<OutboxOp, 'at' | 'clockOffset'>>
  words: Pick<OpWords, 'title' | 'row'>
  /** Takes what is said instead; answers why not, or null. */
  send: (args: Values) => Promise<string | null>
  onClose: () => void
}

/** What somebody decides about in another's name is said now, as far as this device knows. */
const whenSaid = ({ at, clockOffset }: Props['op']): number | undefined =>
  at === undefined || clockOffset === undefined ? undefined : saidAt({ at, clockOffset })

/** What was said in a change, to say it otherwise. */
export function EditOp(props: Props) {
  const { action } = splitOp(props.op.op)
  if (isNote(props.module, props.op)) return <EditNote {...props} />
  return action === 'create' || action === 'change' ? (
    // Its own controls may still be on their way.
    <Suspense>
      <EditFields {...props} kind={action === 'create' ? 'input' : 'change'} />
    </Suspense>
  ) : (
    <EditMove {...props} action={action} />
  )
}

/** Sends what was said anew in the place of the old, or says why that cannot be. */
function useBetter({ send, onClose }: Pick<Props, 'send' | 'onClose'>) {
  const { busy: saving, refused, run } = useDeed()
  const save = async (args: Values) => {
    if (await run(() => send(args))) onClose()
  }
  return { saving, refused, save }
}

function EditFields({ module, op, words: { title, row }, kind, send, onClose }: Props & { kind: 'input' | 'change' }) {
  const { t } = useTranslation('outbox')
  const actor = useActor()
  const { register } = useData()
  const own = useOwnInputs(module)
  const all = kind === 'input' ? Object.keys(module.fields) : Object.keys(op.args)
  // What belongs to a module that is not there yet can be taken out of a change, and never put into one.
  const isPending = (name: string) => {
    const { module: target } = metaOf(module.fields[name]!)
    return target !== undefined && !register[target] && !op.args[name]
  }
  const names = all.filter(name => isTyped(module, name, actor) && !isPending(name))
  // What a new record was not given has the value that its declaration says.
  const [start] = useState<Values>(() => ({
    ...(kind === 'input' ? emptyValues(module, names) : {}),
    ...Object.fromEntries(names.filter(name => name in op.args).map(name => [name, openValue(module, name, op)])),
  }))
  const form = useForm(module, start, kind, undefined, whenSaid(op))
  const { saving, refused, save } = useBetter({ send, onClose })
  const tell = useEffectEvent(() => form.refuse(op.problem?.fields ?? {}))
  useEffect(() => void tell(), [])
  const { prepare, waits, submit } = usePrepare(() => {
    if (!saving && Object.keys(form.check()).length === 0) void save(saidOtherwise(module, op, form.values, actor))
  })
  return (
    <Frame
      title={t('edit.title', { title })}
      dirty={form.dirty}
      saving={saving || waits}
      refused={refused}
      onSubmit={submit}
      onClose={onClose}
    >
      {names.map(name => (
        <FormField
          key={name}
          form={{ ...form, prepare }}
          module={module}
          name={name}
          seen={row ? { ...row, ...form.values } : undefined}
          own={own?.[name]}
        />
      ))}
    </Frame>
  )
}

function EditMove({ module, op, words: { title }, action, send, onClose }: Props & { action: string }) {
  const { t } = useTranslation('outbox')
  const { t: tCrud } = useTranslation('crud')
  const moduleWords = useWords(module)
  const args: Fields = module.moves?.[action]?.args ?? {}
  const words = { ...moduleWords, field: (name: string) => moduleWords.arg(action, name) }
  const [start] = useState<Values>(() => ({ ...startOf(args), ...op.args }))
  const [values, setValues] = useState(start)
  const [errors, setErrors] = useState<Errors>(op.problem?.fields ?? {})
  const { saving, refused, save } = useBetter({ send, onClose })
  const submit = () => {
    const wrong = checkValues(z.strictObject(args), args, values, words, tCrud, whenSaid(op))
    setErrors(wrong)
    if (Object.keys(wrong).length === 0 && !saving) void save(values)
  }
  return (
    <Frame
      title={t('edit.title', { title })}
      dirty={!same(values, start)}
      saving={saving}
      refused={refused}
      onSubmit={submit}
      onClose={onClose}
    >
      <ArgFields module={module} move={action} args={args} values={values} errors={errors} onChange={setValues} />
    </Frame>
  )
}

function EditNote({ op, words: { title }, send, onClose }: Props) {
  const { t } = useTranslation('outbox')
  const { t: tCrud } = useTranslation('crud')
  const said = String(op.args.text)
  const [text, setText] = useState(said)
  const { saving, refused, save } = useBetter({ send, onClose })
  const words = text.trim()
  return (
    <Frame
      title={t('edit.title', { title })}
      dirty={text !== said}
      saving={saving}
      disabled={words === ''}
      refused={refused}
      onSubmit={() => words === '' || saving || void save({ ...op.args, text: words })}
      onClose={onClose}
    >
      <Field label={tCrud('attached.note')} error={text === said && op.problem?.fields?.text}>
        <TextArea value={text} onChange={setText} maxLength={attachLimits.noteLength} />
      </Field>
    </Frame>
  )
}

type FrameProps = {
  title: string
  /** Is there something in it that is nowhere else? */
  dirty: boolean
  saving: boolean
  disabled?: boolean
  refused: string
  onSubmit: () => void
  onClose: () => void
  children: ReactNode
}

function Frame({ title, dirty, saving, disabled, refused, onSubmit, onClose, children }: FrameProps) {
  const { t } = useTranslation('outbox')
  useHoldOpen(dirty)
  const close = useAskedClose(dirty, onClose)
  return (
    <FormDialog
      sticky
      size="md"
      title={title}
      onClose={() => void close()}
      onSubmit={onSubmit}
      submitLabel={t('edit.save')}
      busy={saving}
      disabled={disabled}
      refused={refused}
    >
      {children}
    </FormDialog>
  )
}
