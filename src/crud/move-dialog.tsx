import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import type { Module } from '#contract/module.ts'
import type { Outcome } from '#src/data/outcome.ts'
import { useWords } from '#src/fields/words.ts'
import { FormDialog } from '#src/ui/form-dialog.tsx'
import { ArgFields, startOf } from './arg-fields.tsx'
import { checkValues, type Errors, type Values } from '#src/form/check.ts'
import { whyNot } from './why-not.ts'

type Props = {
  module: Module
  move: string
  title: string
  /** What it begins with, beside the defaults. */
  start?: Values
  /** What is to be known before it is answered. */
  about?: ReactNode
  onMake: (args: Values) => Promise<Outcome>
  onClose: () => void
}

/** What a move asks for before it is made. */
export function MoveDialog({ module, move, title, start, about, onMake, onClose }: Props) {
  const { t } = useTranslation('crud')
  const words = useWords(module)
  const args = module.moves?.[move]?.args ?? {}
  const [values, setValues] = useState<Values>(() => ({ ...startOf(args), ...start }))
  const [errors, setErrors] = useState<Errors>({})
  const [refused, setRefused] = useState('')
  const [busy, setBusy] = useState(false)
  const submit = async () => {
    const named = { ...words, field: (name: string) => words.arg(move, name) }
    const wrong = checkValues(z.strictObject(args), args, values, named, t)
    setErrors(wrong)
    if (busy || Object.keys(wrong).length > 0) return
    setBusy(true)
    const outcome = await onMake(values)
    setBusy(false)
    if (outcome.state === 'saved' || outcome.state === 'waiting') return onClose()
    const fields = outcome.state === 'refused' ? (outcome.fields ?? {}) : {}
    setErrors(fields)
    // Where a field says it, it is said there.
    setRefused(Object.keys(fields).length > 0 ? '' : whyNot(outcome))
  }
  return (
    <FormDialog
      sticky
      onClose={onClose}
      title={title}
      onSubmit={() => void submit()}
      submitLabel={words.move(move)}
      busy={busy}
      refused={refused}
    >
      {about}
      <ArgFields module={module} move={move} args={args} values={values} errors={errors} onChange={setValues} />
    </FormDialog>
  )
}
