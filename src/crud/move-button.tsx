import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { isRequired, metaOf, type Fields } from '#contract/fields.ts'
import type { Module, Row } from '#contract/module.ts'
import { useMove } from '#src/data/use-writes.ts'
import { inputs } from '#src/fields/inputs.ts'
import { kinds } from '#src/fields/kinds.ts'
import { useWords } from '#src/fields/words.ts'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { confirm } from '#src/ui/confirm.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { Field } from '#src/ui/field.tsx'
import { toast } from '#src/ui/toast.ts'
import { checkValues, type Errors, type Values } from './check.ts'

type Props = { module: Module; row: Row; move: string; primary: boolean; onRefused: (message: string) => void }

/** A move that the rules allow now: done at once, after a question where it is an approval, or with what it asks for. */
export function MoveButton({ module, row, move, primary, onRefused }: Props) {
  const { t } = useTranslation('crud')
  const words = useWords(module)
  const make = useMove(module, move)
  const declared = module.moves?.[move]
  const [open, setOpen] = useState(false)
  const [saving, setSaving] = useState(false)

  const run = async (args: Values): Promise<{ message: string; fields: Errors } | null> => {
    setSaving(true)
    const outcome = await make(row, args)
    setSaving(false)
    if (outcome.state === 'refused') return { message: outcome.message, fields: outcome.fields ?? {} }
    if (outcome.state === 'conflict') return { message: t('list.changedFirst'), fields: {} }
    toast(t('detail.moved', { move: words.move(move) }), { waiting: outcome.state === 'waiting' })
    return null
  }
  const press = async () => {
    if (saving) return
    if (declared?.args) return setOpen(true)
    const sure =
      declared?.needs !== 'approve' ||
      (await confirm({ title: t('detail.sure', { move: words.move(move) }), confirmLabel: words.move(move) }))
    const failed = sure ? await run({}) : null
    if (failed) onRefused(failed.message)
  }
  return (
    <>
      <Button variant={primary ? 'primary' : 'secondary'} size="sm" loading={saving} onClick={() => void press()}>
        {words.move(move)}
      </Button>
      {open && declared?.args && (
        <ArgsDialog
          module={module}
          move={move}
          args={declared.args}
          saving={saving}
          onRun={run}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

type ArgsProps = {
  module: Module
  move: string
  args: Fields
  saving: boolean
  onRun: (args: Values) => Promise<{ message: string; fields: Errors } | null>
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
