import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import type { Fields } from '#contract/fields.ts'
import { same } from '#contract/merge.ts'
import { inquiry, type Inquiry } from '#contract/modules/sales/inquiry.ts'
import { startOf } from '#src/crud/arg-fields.tsx'
import { atTheirPlaces, checkValues, fieldOf, type Errors, type Values } from '#src/form/check.ts'
import { DraftBanner } from '#src/crud/drafts/draft-banner.tsx'
import { useDraft } from '#src/crud/drafts/use-draft.ts'
import { outcomeOf } from '#src/crud/outcome-of.ts'
import { useSayWaiting } from '#src/crud/say-waiting.ts'
import type { MoveProps } from '#src/crud/screens.ts'
import { askToLeave, useHoldOpen, useLeaveGuard } from '#src/session/leave.ts'
import { whyNot } from '#src/crud/why-not.ts'
import { useMoves, useNewId } from '#src/data/use-writes.ts'
import { useWords } from '#src/fields/words.ts'
import { serverNow } from '#src/lib/clock.ts'
import { somethingIsTyped } from '#src/session/dirty.ts'
import { FormDialog } from '#src/ui/form-dialog.tsx'
import { toast } from '#src/ui/toast.ts'
import { ContactArgs } from './contact-args.tsx'
import { contactLine, soonest, type ContactMove } from './contacts.ts'
import { useNextInQueue } from './use-next-in-queue.ts'

/** Asks what came of a contact. What is typed is kept on the device like in a form, one draft for each inquiry. */
export function ContactDialog({ record, move, onClose }: MoveProps) {
  const { t } = useTranslation('inquiry')
  const { t: crud } = useTranslation('crud')
  const words = useWords(inquiry)
  const name = move as ContactMove
  const one = record as unknown as Inquiry
  const args: Fields = inquiry.moves?.[name].args ?? {}
  const [start] = useState<Values>(() => ({
    ...startOf(args),
    ...('nextContactAt' in args ? { nextContactAt: soonest(name) } : {}),
  }))
  const [values, setValues] = useState(start)
  const changes = Object.fromEntries(Object.entries(values).filter(([field, value]) => !same(value, start[field])))
  const dirty = Object.keys(changes).length > 0
  const [errors, setErrors] = useState<Errors>({})
  const [refused, setRefused] = useState('')
  const [busy, setBusy] = useState(false)
  const make = useMoves(inquiry, 'anywhere')
  const newId = useNewId()
  const sayWaiting = useSayWaiting()
  const goOn = useNextInQueue(one.id)
  // A draft may be of another outcome: what this one does not ask for stays out.
  const isAsked = ([field]: [string, unknown]) => field in args
  const discard = () => setValues(start)
  const draft = useDraft(`inquiryContact:${one.id}`, {
    values,
    dirty,
    changes,
    restore: kept => setValues(now => ({ ...now, ...Object.fromEntries(Object.entries(kept).filter(isAsked)) })),
    discard,
  })
  useHoldOpen(dirty)
  // The router asks one guard only, so that this one speaks for the page behind it too.
  const letGo = useLeaveGuard(somethingIsTyped)
  const close = async () => {
    if (!dirty || (await askToLeave(crud))) onClose()
  }

  const submit = async () => {
    const wrong = checkValues(z.strictObject(args), args, values, words, crud)
    setErrors(wrong)
    if (busy || Object.keys(wrong).length > 0) return
    setBusy(true)
    setRefused('')
    const handed = await draft.hand()
    const outcome = await outcomeOf(async () => {
      const at = new Date(serverNow()).toISOString()
      const contactLog = [{ ...contactLine(name, values), id: await newId(), at }]
      return make(record, name, { ...values, contactLog }, handed)
    })
    setBusy(false)
    sayWaiting(outcome)
    if (outcome.state !== 'saved' && outcome.state !== 'waiting') {
      draft.takeBack(outcome)
      const placed = outcome.state === 'refused' ? atTheirPlaces(args, values, outcome.fields ?? {}) : {}
      setErrors(placed)
      // Where a field says it, it is said there.
      const isSaid = Object.keys(placed).some(path => fieldOf(path) in args)
      return setRefused(isSaid ? '' : whyNot(outcome))
    }
    await draft.drop()
    if (outcome.state === 'saved') toast(t(`screen.contact.done.${name}`, { name: one.name }))
    letGo()
    onClose()
    goOn?.()
  }

  return (
    <FormDialog
      sticky
      onClose={() => void close()}
      title={t(`screen.contact.title.${name}`, { name: one.name })}
      onSubmit={() => void submit()}
      submitLabel={words.move(name)}
      busy={busy}
      refused={refused}
    >
      <DraftBanner
        draft={draft}
        isNew={false}
        nameOf={kept => contactLine(name, kept).note ?? ''}
        onDiscard={() => {
          discard()
          void draft.drop()
        }}
      />
      <ContactArgs module={inquiry} move={name} args={args} values={values} errors={errors} onChange={setValues} />
    </FormDialog>
  )
}
