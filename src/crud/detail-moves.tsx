import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { isRequired, metaOf, type Fields } from '#contract/fields.ts'
import type { Module, Row } from '#contract/module.ts'
import { useConnection } from '#src/data/use-connection.ts'
import { useMoves } from '#src/data/use-writes.ts'
import { inputs } from '#src/fields/inputs.ts'
import { kinds } from '#src/fields/kinds.ts'
import { useWords } from '#src/fields/words.ts'
import { mayWait } from '#src/offline/outbox/may-wait.ts'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { confirm } from '#src/ui/confirm.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { Field } from '#src/ui/field.tsx'
import { toast } from '#src/ui/toast.ts'
import { checkValues, type Errors, type Values } from './check.ts'
import { sayWaiting } from './say-waiting.ts'
import type { Screens } from './screens.ts'

type Failed = { message: string; fields: Errors }

/** Making moves on a record: at once, after a question where it is an approval, or with what the move asks for. */
export function useMoveDeeds(screens: Screens, row: Row, title: string, onRefused: (message: string) => void) {
  const { module } = screens
  const { t } = useTranslation('crud')
  const words = useWords(module)
  const make = useMoves(module)
  const { online } = useConnection()
  const [busy, setBusy] = useState<string | null>(null)
  const [asking, setAsking] = useState<string | null>(null)

  const run = async (move: string, args: Values): Promise<Failed | null> => {
    setBusy(move)
    const outcome = await make(row, move, args)
    setBusy(null)
    if (outcome.state === 'refused') return { message: outcome.message, fields: outcome.fields ?? {} }
    if (outcome.state === 'conflict') return { message: t('detail.changedFirst'), fields: {} }
    sayWaiting(outcome)
    if (outcome.state === 'saved') toast(t('detail.moved', { move: words.move(move) }))
    return null
  }
  const press = async (move: string) => {
    if (busy !== null) return
    const declared = module.moves?.[move]
    onRefused(online || mayWait(module, move) ? '' : t('waiting.needsServer', { move: words.move(move) }))
    if (!online && !mayWait(module, move)) return
    if (declared?.args || screens.moves?.[move]) return setAsking(move)
    const question = { title: t('detail.sureOf', { move: words.move(move), title }), confirmLabel: words.move(move) }
    if (declared?.needs === 'approve' && !(await confirm(question))) return
    const failed = await run(move, {})
    if (failed) onRefused(failed.message)
  }
  const args = asking === null ? undefined : module.moves?.[asking]?.args
  const Own = asking === null ? undefined : screens.moves?.[asking]
  const dialog = Own ? (
    <Suspense>
      <Own record={row} screens={screens} onClose={() => setAsking(null)} />
    </Suspense>
  ) : (
    asking !== null &&
    args && (
      <ArgsDialog
        module={module}
        move={asking}
        args={args}
        saving={busy !== null}
        onRun={values => run(asking, values)}
        onClose={() => setAsking(null)}
      />
    )
  )
  return { busy, press: (move: string) => void press(move), dialog }
}

type ArgsProps = {
  module: Module
  move: string
  args: Fields
  saving: boolean
  onRun: (args: Values) => Promise<Failed | null>
  onClose: () => void
}

function ArgsDialog({ module, move, args, saving, onRun, onClose }: ArgsProps) {
  const { t } = useTranslation('crud')
  const moduleWords = useWords(module)
  const words = { ...moduleWords, field: (name: string) => moduleWords.arg(move, name) }
  const start = Object.fromEntries(
    Object.entries(args).map(([name, field]) => [name, field.safeParse(undefined).data ?? null]),
  )
  const [values, setValues] = useState<Values>(start)
  const [errors, setErrors] = useState<Errors>({})
  const [refused, setRefused] = useState('')
  const submit = async () => {
    const wrong = checkValues(z.strictObject(args), args, values, words, t)
    setErrors(wrong)
    if (Object.keys(wrong).length > 0 || saving) return
    const failed = await onRun(values)
    if (!failed) return onClose()
    setErrors(failed.fields)
    setRefused(Object.keys(failed.fields).length > 0 ? '' : failed.message)
  }
  return (
    <Dialog
      open
      sticky
      onClose={onClose}
      title={words.move(move)}
      onSubmit={() => void submit()}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button variant="primary" type="submit" loading={saving}>
            {words.move(move)}
          </Button>
        </>
      }
    >
      {refused && (
        <Banner tone="danger" announce>
          {refused}
        </Banner>
      )}
      {Object.entries(args).map(([name, schema]) => {
        const meta = metaOf(schema)
        const Input = inputs[meta.kind]
        const { label } = kinds[meta.kind]
        return (
          <Field
            key={name}
            label={words.field(name)}
            hideLabel={label === 'own'}
            group={label === 'group'}
            required={isRequired(schema)}
            error={errors[name]}
          >
            <Input
              field={{ name, module: module.name, meta, required: isRequired(schema), words }}
              value={values[name]}
              onChange={value => setValues(now => ({ ...now, [name]: value }))}
            />
          </Field>
        )
      })}
    </Dialog>
  )
}
