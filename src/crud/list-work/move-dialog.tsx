import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import type { Module, Row } from '#contract/module.ts'
import type { Outcome } from '#src/data/outcome.ts'
import { useWords } from '#src/fields/words.ts'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { checkValues, type Errors, type Values } from '../check.ts'
import { ArgFields, startOf } from './arg-fields.tsx'
import { nameOf } from './undo.ts'

type Props = {
  module: Module
  row: Row
  move: string
  onMake: (args: Values) => Promise<Outcome>
  onClose: () => void
}

/** What a move asks for, before a card goes where it was put. */
export function MoveDialog({ module, row, move, onMake, onClose }: Props) {
  const { t } = useTranslation('crud')
  const words = useWords(module)
  const args = module.moves?.[move]?.args ?? {}
  const [values, setValues] = useState<Values>(() => startOf(args))
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
    setErrors(outcome.state === 'refused' ? (outcome.fields ?? {}) : {})
    setRefused(outcome.state === 'refused' ? outcome.message : t('list.changedFirst'))
  }
  return (
    <Dialog
      open
      sticky
      onClose={onClose}
      title={t('listWork.board.moveTitle', { move: words.move(move), title: nameOf(module, row) })}
      onSubmit={() => void submit()}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button variant="primary" type="submit" loading={busy}>
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
      <ArgFields module={module} move={move} args={args} values={values} errors={errors} onChange={setValues} />
    </Dialog>
  )
}
