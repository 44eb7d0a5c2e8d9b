import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dispatch, dispatchEvents, type Dispatch } from '#contract/modules/stock/dispatch.ts'
import { outcomeOf } from '#src/crud/outcome-of.ts'
import { whyNot } from '#src/crud/why-not.ts'
import { useChange, useNewId } from '#src/data/use-writes.ts'
import { useWords } from '#src/fields/words.ts'
import { serverNow } from '#src/lib/clock.ts'
import { Button } from '#src/ui/button.tsx'
import { Field } from '#src/ui/field.tsx'
import { FormDialog } from '#src/ui/form-dialog.tsx'
import { Select } from '#src/ui/select.tsx'
import { TextInput } from '#src/ui/text-input.tsx'

type Kind = (typeof dispatchEvents)[number]
/** Where a parcel is by these, people say with a step of it. */
const steps: readonly Kind[] = ['outForDelivery', 'delivered', 'returning']
type Props = { row: Dispatch }

/** Notes what a courier told of the parcel. */
export function AddEvent({ row }: Props) {
  const { t } = useTranslation('dispatch')
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button size="sm" icon={Plus} onClick={() => setOpen(true)}>
        {t('screen.event.add')}
      </Button>
      {open && <EventDialog row={row} onClose={() => setOpen(false)} />}
    </>
  )
}

function EventDialog({ row, onClose }: { row: Dispatch; onClose: () => void }) {
  const { t } = useTranslation('dispatch')
  const words = useWords(dispatch)
  const change = useChange(dispatch)
  const newId = useNewId()
  const [kind, setKind] = useState<Kind>('arrived')
  const [place, setPlace] = useState('')
  const [text, setText] = useState('')
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState('')
  const save = async () => {
    if (busy) return
    setBusy(true)
    const outcome = await outcomeOf(async () => {
      const at = new Date(serverNow()).toISOString()
      const event = { id: await newId(), at, kind, text: text.trim() || null, place: place.trim() || null }
      return change(row, { events: [...row.events, event] })
    })
    setBusy(false)
    const why = whyNot(outcome)
    if (why) setRefused(why)
    else onClose()
  }
  return (
    <FormDialog
      sticky
      title={t('screen.event.add')}
      submitLabel={t('crud:save')}
      busy={busy}
      refused={refused}
      onSubmit={() => void save()}
      onClose={onClose}
    >
      <Field label={words.field('events.kind')}>
        <Select
          options={dispatchEvents
            .filter(value => !steps.includes(value))
            .map(value => ({ value, label: words.option('events.kind', value) }))}
          value={kind}
          onChange={next => setKind(next)}
        />
      </Field>
      <Field label={words.field('events.place')}>
        <TextInput value={place} onChange={setPlace} maxLength={120} />
      </Field>
      <Field label={words.field('events.text')}>
        <TextInput value={text} onChange={setText} maxLength={300} />
      </Field>
    </FormDialog>
  )
}
