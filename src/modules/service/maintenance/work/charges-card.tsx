import Plus from 'lucide-react/icons/plus'
import Trash2 from 'lucide-react/icons/trash-2'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { emptyLine } from '#contract/empty-line.ts'
import { metaOf, type Fields } from '#contract/fields.ts'
import { isCovered } from '#contract/modules/service/maintenance-rules.ts'
import { maintenance, type Maintenance } from '#contract/modules/service/maintenance.ts'
import { useNewId } from '#src/data/use-writes.ts'
import { failureOf } from '#src/data/words.ts'
import { useWords } from '#src/fields/words.ts'
import { checkValues, type Errors } from '#src/form/check.ts'
import { formatMoney } from '#src/lib/format.ts'
import { Button } from '#src/ui/button.tsx'
import { Card } from '#src/ui/card.tsx'
import { Field } from '#src/ui/field.tsx'
import { FormDialog } from '#src/ui/form-dialog.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { MoneyInput } from '#src/ui/money-input.tsx'
import { TextInput } from '#src/ui/text-input.tsx'
import type { WorkForm } from './use-work-form.ts'

type Charge = Maintenance['charges'][number]
const chargesIn = (values: Record<string, unknown>) => values.charges as Charge[]

/** What is asked for besides parts and work: the way there, a pickup. */
export function ChargesCard({ work }: { work: WorkForm }) {
  const { t } = useTranslation('maintenance')
  const words = useWords(maintenance)
  const newId = useNewId()
  const [adding, setAdding] = useState(false)
  const lines = chargesIn(work.form.values)
  const add = async (label: string, amount: number) => {
    const id = await newId()
    const line = { ...emptyLine(metaOf(maintenance.fields.charges)), id, label, amount } as Charge
    work.amend(values => ({ charges: [...chargesIn(values), line] }))
  }
  const remove = (id: number) => work.amend(values => ({ charges: chargesIn(values).filter(line => line.id !== id) }))
  return (
    <Card
      flush
      title={words.field('charges')}
      aside={
        <Button size="lg" variant="accent" icon={Plus} onClick={() => setAdding(true)}>
          {t('screen.work.addCharge')}
        </Button>
      }
    >
      {lines.length === 0 && <p className="px-4 py-3 text-30 text-subtle">{t('screen.work.noCharges')}</p>}
      <ul>
        {lines.map(line => (
          <li key={line.id} className="flex min-h-14 items-center gap-3 border-b px-4 py-2 last:border-0">
            <span className="min-w-0 flex-1 wrap-anywhere">{line.label}</span>
            <span className="tabular-nums">
              {isCovered(work.base.cover, line) ? t('screen.panel.covered') : formatMoney(line.amount)}
            </span>
            <IconButton
              size="lg"
              icon={Trash2}
              label={t('screen.work.removeNamed', { name: line.label })}
              onClick={() => remove(line.id)}
            />
          </li>
        ))}
      </ul>
      {adding && <AddCharge onAdd={add} onClose={() => setAdding(false)} />}
    </Card>
  )
}

const { label: labelCell, amount: amountCell } = metaOf(maintenance.fields.charges).line!
const asked: Fields = { label: labelCell!, amount: amountCell! }

type AddProps = { onAdd: (label: string, amount: number) => Promise<void>; onClose: () => void }

function AddCharge({ onAdd, onClose }: AddProps) {
  const { t } = useTranslation('maintenance')
  const { t: crud } = useTranslation('crud')
  const words = useWords(maintenance)
  const [label, setLabel] = useState('')
  const [amount, setAmount] = useState<number | string | null>(null)
  const [pressed, setPressed] = useState(false)
  const [refused, setRefused] = useState('')
  const typed = { label: label.trim(), amount }
  const cells = { ...words, field: (name: string) => words.field(`charges.${name}`) }
  const wrong = checkValues(z.strictObject(asked), asked, typed, cells, crud)
  const errors: Errors = pressed ? wrong : {}
  const add = async () => {
    setPressed(true)
    if (Object.keys(wrong).length > 0) return
    try {
      await onAdd(typed.label, amount as number)
      onClose()
    } catch (error) {
      setRefused(failureOf(error)!.message)
    }
  }
  return (
    <FormDialog
      sticky
      title={t('screen.work.addCharge')}
      submitLabel={t('screen.work.add')}
      refused={refused}
      onSubmit={() => void add()}
      onClose={onClose}
    >
      <Field required label={words.field('charges.label')} error={errors.label}>
        <TextInput value={label} onChange={setLabel} maxLength={120} />
      </Field>
      <Field required label={words.field('charges.amount')} error={errors.amount}>
        <MoneyInput value={amount} onChange={setAmount} />
      </Field>
    </FormDialog>
  )
}
