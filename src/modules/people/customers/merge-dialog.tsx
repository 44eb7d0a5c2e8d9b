import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { metaOf } from '#contract/fields.ts'
import type { Row } from '#contract/module.ts'
import { customer, type Customer } from '#contract/modules/people/customer.ts'
import { useOfferUndo } from '#src/crud/acts/offer-undo.ts'
import { OutOfReach, useOutOfReach } from '#src/crud/needs-server.tsx'
import { pathTo, type MoveProps } from '#src/crud/screens.ts'
import { useMergePreview } from '#src/data/use-merge.ts'
import { useRecord } from '#src/data/use-records.ts'
import { useMove, useMoves } from '#src/data/use-writes.ts'
import { inputs } from '#src/fields/inputs.ts'
import { asNumber } from '#src/fields/view.ts'
import { useWords } from '#src/fields/words.ts'
import { Button } from '#src/ui/button.tsx'
import { FormDialog } from '#src/ui/form-dialog.tsx'
import { Field } from '#src/ui/field.tsx'
import { MergeOutcome } from './merge-outcome.tsx'
import { MergeSides } from './merge-sides.tsx'
import { useDuplicates } from './use-duplicates.ts'
import { whyNot } from '#src/crud/why-not.ts'

const into = metaOf(customer.moves!.merge.args!.into!)

/** Two customers who turned out to be one: which other one, which of the two stays, and what becomes of everything. */
export function MergeDialog({ record, screens, onClose }: MoveProps) {
  const { t } = useTranslation(['customer', 'crud'])
  const words = useWords(customer)
  const navigate = useNavigate()
  const merge = useMove(customer, 'merge')
  // The dialog is closed by then.
  const makeBack = useMoves(customer, 'anywhere')
  const offerUndo = useOfferUndo()
  const mine = record as unknown as Customer
  const [other, setOther] = useState<number | null>(null)
  const [keepsOther, setKeepsOther] = useState(true)
  const [pressed, setPressed] = useState(false)
  const [saving, setSaving] = useState(false)
  const [refused, setRefused] = useState('')
  const { row: theirs } = useRecord(customer, other ?? 0)
  const isSame = other === mine.id
  const pair = theirs && !isSame ? (keepsOther ? [mine, theirs] : [theirs, mine]) : null
  const preview = useMergePreview(customer, pair?.[0]?.id ?? null, pair?.[1]?.id ?? null)
  const Reference = inputs.reference
  const away = useOutOfReach()

  const run = async () => {
    setPressed(true)
    if (!pair || saving || away) return
    const [gone, kept] = pair as [Customer, Customer]
    setSaving(true)
    setRefused('')
    const outcome = await merge(gone, { into: kept.id })
    setSaving(false)
    const why = whyNot(outcome)
    if (why) return setRefused(why)
    onClose()
    const after = (outcome.state === 'saved' ? outcome.row : gone) as unknown as Row
    offerUndo(t('screen.merge.done', { from: gone.name, into: kept.name }), [
      { row: after, back: [row => makeBack(row, 'undoMerge')] },
    ])
    void navigate(pathTo(screens, 'details', kept.id) ?? '/')
  }
  const missing = pressed && other === null && t('crud:errors.required', { field: t('screen.merge.other') })
  const wrong = isSame ? t('screen.merge.same') : missing
  return (
    <FormDialog
      sticky
      size="lg"
      title={t('screen.merge.title', { name: mine.name })}
      description={t('screen.merge.text')}
      onClose={onClose}
      onSubmit={() => void run()}
      submitLabel={pair ? t('screen.merge.into', { name: pair[1]!.name }) : t('screen.merge.do')}
      busy={saving}
      disabled={away}
      refused={refused}
    >
      <OutOfReach away={away} />
      <Field label={t('screen.merge.other')} required error={wrong}>
        <Reference
          field={{ name: 'into', module: customer.name, meta: into, required: true, words }}
          value={other}
          onChange={value => setOther(asNumber(value))}
          first
        />
      </Field>
      {other === null && <Suggestions of={mine} onChoose={setOther} />}
      {pair && (
        <>
          <MergeSides
            mine={mine}
            theirs={theirs!}
            keepsOther={keepsOther}
            onKeep={keep => setKeepsOther(keep === theirs!.id)}
          />
          <MergeOutcome preview={preview} kept={pair[1]!} />
        </>
      )}
    </FormDialog>
  )
}

/** Who shares a number is who is meant, mostly. */
function Suggestions({ of, onChoose }: { of: Customer; onChoose: (id: number) => void }) {
  const { t } = useTranslation('customer')
  const found = useDuplicates(of.phones[0]?.number ?? '', of.id)
  if (found.length === 0) return null
  return (
    <p className="flex flex-wrap items-center gap-2 text-30 text-muted">
      {t('screen.merge.sameNumber')}
      {found.map(({ id, name }) => (
        <Button key={id} size="xs" onClick={() => onChoose(id)}>
          {name}
        </Button>
      ))}
    </p>
  )
}
