import { useImperativeHandle, useRef, useState, type Ref } from 'react'
import { useTranslation } from 'react-i18next'
import { same } from '#contract/merge.ts'
import { dispatch, type Dispatch } from '#contract/modules/stock/dispatch.ts'
import { isEditable } from '#contract/record-rules.ts'
import { FormField } from '#src/crud/form-field.tsx'
import { outcomeOf } from '#src/crud/outcome-of.ts'
import { useForm } from '#src/crud/use-form.ts'
import { whyNot } from '#src/crud/why-not.ts'
import { useChange } from '#src/data/use-writes.ts'
import { fieldOf } from '#src/form/check.ts'
import { useScannedInto } from '#src/lib/keys/scans.ts'
import { focusField } from '#src/crud/focus-field.ts'
import { useSteady } from '#src/lib/use-steady.ts'
import { Card } from '#src/ui/card.tsx'
import { CourierBooking } from './courier-booking.tsx'
import { ServiceableLine } from './serviceable-line.tsx'
import { AddressLines, useTooLong } from './too-long.tsx'

export type ParcelFormHandle = {
  /** Keeps what is typed. False: something in it is wrong, and says so. */
  save: () => Promise<boolean>
  /** The same before there is a label or a booking: then name and address fit what the courier takes. */
  settle: () => Promise<boolean>
}

type Props = { ref: Ref<ParcelFormHandle>; row: Dispatch; onRefused: (why: string) => void }

const names = ['courier', 'service', 'awb', 'parcels', 'name', 'address'] as const
/** Until the label is printed it may be changed where the parcel goes. */
const unlabelled: readonly string[] = ['draft', 'packed', 'checked']
type Values = Record<string, unknown>
const valuesOf = (row: Dispatch): Values => Object.fromEntries(names.map(name => [name, row[name]]))

/** Who carries it, under which number, and how big it is. Whatever is left is kept at once. */
export function ParcelForm({ ref, row, onRefused }: Props) {
  const { t } = useTranslation('dispatch')
  const change = useChange(dispatch)
  const form = useForm(dispatch, valuesOf(row), 'change', row)
  /** Is being kept: what was, or null where it was not taken. */
  const busy = useRef<Promise<Values | null> | null>(null)
  const [seen, setSeen] = useState(row)
  if (row !== seen && !form.dirty) {
    setSeen(row)
    form.start(valuesOf(row))
  }

  // Whoever presses a button leaves a field in the same moment: what is kept already is not kept once more.
  const latest = useSteady(() => form)
  const write = async (): Promise<Values | null> => {
    const form = latest()
    const wrong = Object.keys(form.check()).filter(path => names.some(name => fieldOf(path) === name))
    if (wrong.length > 0) return null
    const sent = form.values
    const outcome = await outcomeOf(() => change(row, form.changes))
    if (outcome.state === 'saved' || outcome.state === 'waiting') {
      form.settle(sent, sent)
      return sent
    }
    if (outcome.state === 'refused' && outcome.fields) form.refuse(outcome.fields)
    onRefused(whyNot(outcome))
    return null
  }
  const save = async (): Promise<boolean> => {
    const kept = await busy.current
    if (!latest().dirty || (kept && same(kept, latest().values))) return true
    busy.current = write().finally(() => {
      busy.current = null
    })
    return (await busy.current) !== null
  }
  const isSettled = !unlabelled.includes(row.stage)
  const typed = form.values as Pick<Dispatch, 'courier' | 'name' | 'address'>
  const tooLong = useTooLong(isSettled ? { ...typed, courier: null } : typed)
  // What is typed shorter stays until the parcel goes on: a field does not vanish under somebody's hands.
  const [wasTooLong, setWasTooLong] = useState<readonly string[]>([])
  const added = Object.keys(tooLong).filter(name => !wasTooLong.includes(name))
  if (added.length > 0) setWasTooLong([...wasTooLong, ...added])
  const settle = async () => {
    const [first] = Object.keys(tooLong)
    if (first !== undefined) focusField(`parcel-${first}`)
    return (await save()) && first === undefined
  }
  useImperativeHandle(ref, () => ({ save, settle }))
  const card = useScannedInto(save)
  if (!isEditable(dispatch, row)) return null
  const shown = { ...form, errors: { ...form.errors, ...tooLong } }
  const field = (name: (typeof names)[number], own?: typeof AddressLines) => (
    <FormField form={shown} module={dispatch} name={name} seen={row} own={own} id={`parcel-${name}`} />
  )
  return (
    <Card title={t('screen.parcelTitle')}>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- hears that its fields were left */}
      <div
        ref={card}
        className="grid gap-4"
        onBlur={event => {
          const isInside = event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget)
          if (!isInside) void save()
        }}
        onKeyDown={event => {
          if (event.key === 'Enter' && event.target instanceof HTMLInputElement && event.target.id === 'parcel-awb')
            void save()
        }}
      >
        <div className="grid gap-4 sm:grid-cols-3">
          {field('courier')}
          {field('service')}
          {field('awb')}
        </div>
        {!isSettled && wasTooLong.includes('name') && field('name')}
        {!isSettled && wasTooLong.includes('address') && field('address', AddressLines)}
        <ServiceableLine courier={form.values.courier as number | null} pincode={row.pincode} />
        {field('parcels')}
        <CourierBooking row={row} save={save} settle={settle} onRefused={onRefused} />
      </div>
    </Card>
  )
}
