import { useState, type ReactNode } from 'react'
import type { Module } from '#contract/module.ts'
import type { Outcome } from '#src/data/outcome.ts'
import { useWords } from '#src/fields/words.ts'
import { useMoveSubject } from '#src/form/subject.ts'
import { useFormStore } from '#src/form/use-form-store.ts'
import { FormDialog } from '#src/ui/form-dialog.tsx'
import { ArgFields, startOf } from './arg-fields.tsx'
import type { Values } from '#src/form/check.ts'
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
  const words = useWords(module)
  const args = module.moves?.[move]?.args ?? {}
  const form = useFormStore(useMoveSubject(module, move, args), { ...startOf(args), ...start })
  const [refused, setRefused] = useState('')
  const [busy, setBusy] = useState(false)
  const submit = async () => {
    if (Object.keys(form.check()).length > 0 || busy) return
    setBusy(true)
    const outcome = await onMake(form.typed().values)
    setBusy(false)
    if (outcome.state === 'saved' || outcome.state === 'waiting') return onClose()
    const fields = form.refuse(outcome.state === 'refused' ? (outcome.fields ?? {}) : {})
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
      <ArgFields module={module} move={move} args={args} form={form} />
    </FormDialog>
  )
}
