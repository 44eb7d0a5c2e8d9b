import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { metaOf, isRequired, type Fields } from '#contract/fields.ts'
import { inquiry, type Contact, type Inquiry } from '#contract/modules/sales/inquiry.ts'
import { startOf } from '#src/crud/arg-fields.tsx'
import { checkValues, type Errors, type Values } from '#src/crud/check.ts'
import { useSayWaiting } from '#src/crud/say-waiting.ts'
import type { MoveProps } from '#src/crud/screens.ts'
import { whyNot } from '#src/crud/why-not.ts'
import { useMoves, useNewId } from '#src/data/use-writes.ts'
import { failureOf } from '#src/data/words.ts'
import { inputs } from '#src/fields/inputs.ts'
import { useWords } from '#src/fields/words.ts'
import { serverNow } from '#src/lib/clock.ts'
import { Button } from '#src/ui/button.tsx'
import { Field } from '#src/ui/field.tsx'
import { FormDialog } from '#src/ui/form-dialog.tsx'
import { toast } from '#src/ui/toast.ts'
import { inDays, outcomeOfMove, soonest, type ContactMove } from './contacts.ts'
import { useNextInQueue } from './use-next-in-queue.ts'

const line = metaOf(inquiry.fields.contactLog).line!

/** What came of a contact: how it was, what was said, when the next one is, or why there is none. */
export function ContactDialog({ record, move, onClose }: MoveProps) {
  const { t } = useTranslation('inquiry')
  const { t: crud } = useTranslation('crud')
  const words = useWords(inquiry)
  const name = move as ContactMove
  const one = record as unknown as Inquiry
  const args: Fields = inquiry.moves?.[name].args ?? {}
  const asksNext = 'nextContactAt' in args
  const asked: Fields = {
    ...('deadReason' in args ? { deadReason: args.deadReason } : {}),
    note: line.note!,
    ...(asksNext ? { nextContactAt: args.nextContactAt! } : {}),
    mode: line.mode!,
  }
  const [values, setValues] = useState<Values>(() => ({
    ...startOf(asked),
    ...(asksNext ? { nextContactAt: soonest(name) } : {}),
  }))
  const [errors, setErrors] = useState<Errors>({})
  const [refused, setRefused] = useState('')
  const [busy, setBusy] = useState(false)
  const make = useMoves(inquiry, 'anywhere')
  const newId = useNewId()
  const sayWaiting = useSayWaiting()
  const goOn = useNextInQueue(one.id)

  const nameOf = (key: string) => (key in line ? `contactLog.${key}` : key)
  const labelOf = (key: string) => words.field(nameOf(key))

  const submit = async () => {
    const wrong = checkValues(z.strictObject(asked), asked, values, { ...words, field: labelOf }, crud)
    setErrors(wrong)
    if (busy || Object.keys(wrong).length > 0) return
    setBusy(true)
    setRefused('')
    try {
      const added: Contact = {
        id: await newId(),
        mode: values.mode as Contact['mode'],
        outcome: outcomeOfMove[name],
        note: (values.note as string | null) || null,
        at: new Date(serverNow()).toISOString(),
        by: null,
      }
      const { mode: _, note: __, ...rest } = values
      const named = Object.fromEntries(Object.entries(rest).filter(([field]) => field in args))
      const outcome = await make(record, name, { ...named, contactLog: [added] })
      sayWaiting(outcome)
      if (outcome.state !== 'saved' && outcome.state !== 'waiting') {
        setErrors(outcome.state === 'refused' ? (outcome.fields ?? {}) : {})
        return setRefused(whyNot(outcome))
      }
      if (outcome.state === 'saved') toast(t(`screen.contact.done.${name}`, { name: one.name }))
      onClose()
      goOn?.()
    } catch (error) {
      setRefused(failureOf(error)?.message ?? '')
    } finally {
      setBusy(false)
    }
  }

  const field = (key: string) => {
    const schema = asked[key]!
    const meta = metaOf(schema)
    const Input = inputs[meta.kind]
    return (
      <Field key={key} label={labelOf(key)} required={isRequired(schema)} error={errors[key]}>
        <Input
          field={{ name: nameOf(key), module: inquiry.name, meta, required: isRequired(schema), words }}
          value={values[key]}
          onChange={value => setValues({ ...values, [key]: value })}
        />
      </Field>
    )
  }
  return (
    <FormDialog
      sticky
      onClose={onClose}
      title={t(`screen.contact.title.${name}`, { name: one.name })}
      onSubmit={() => void submit()}
      submitLabel={words.move(name)}
      busy={busy}
      refused={refused}
    >
      {'deadReason' in args && field('deadReason')}
      {field('note')}
      {asksNext && (
        <div className="grid gap-2">
          {field('nextContactAt')}
          <div className="flex flex-wrap gap-2" role="group" aria-label={t('screen.contact.quick')}>
            {([1, 3, 7] as const).map(days => (
              <Button key={days} size="xs" onClick={() => setValues({ ...values, nextContactAt: inDays(days) })}>
                {t(`screen.contact.in.${days}`)}
              </Button>
            ))}
          </div>
        </div>
      )}
      {field('mode')}
    </FormDialog>
  )
}
