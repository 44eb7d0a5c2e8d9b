import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { maintenance } from '#contract/modules/service/maintenance.ts'
import { useNewId } from '#src/data/use-writes.ts'
import { useWords } from '#src/fields/words.ts'
import { formatNumber } from '#src/lib/format.ts'
import { Badge } from '#src/ui/badge.tsx'
import { Button } from '#src/ui/button.tsx'
import { Card } from '#src/ui/card.tsx'
import { Checkbox } from '#src/ui/checkbox.tsx'
import { Field } from '#src/ui/field.tsx'
import { NumberInput } from '#src/ui/number-input.tsx'
import { SegmentedControl } from '#src/ui/segmented-control.tsx'
import { TextInput } from '#src/ui/text-input.tsx'
import { AddStep } from './add-step.tsx'
import type { Step } from './lines.ts'
import { checksLeft } from './next.ts'
import type { WorkForm } from './use-work-form.ts'

const YES = 'yes'

/** What is looked at and measured, each answer kept at once. */
export function Checklist({ work }: { work: WorkForm }) {
  const { t } = useTranslation('maintenance')
  const words = useWords(maintenance)
  const newId = useNewId()
  const [adding, setAdding] = useState(false)
  const steps = work.form.values.checklist as Step[]
  const done = steps.length - checksLeft({ checklist: steps })
  const answered = (id: number, value: string | null) => (values: Record<string, unknown>) => ({
    checklist: (values.checklist as Step[]).map(step => (step.id === id ? { ...step, value } : step)),
  })
  const add = async (step: Omit<Step, 'id' | 'value'>) => {
    const id = await newId()
    work.amend(values => ({ checklist: [...(values.checklist as Step[]), { ...step, id, value: null }] }))
  }
  return (
    <Card
      flush
      title={words.field('checklist')}
      aside={
        <>
          {steps.length > 0 && (
            <Badge>{t('screen.work.done', { done: formatNumber(done), all: formatNumber(steps.length) })}</Badge>
          )}
          <Button size="lg" variant="accent" icon={Plus} onClick={() => setAdding(true)}>
            {t('screen.work.addStep')}
          </Button>
        </>
      }
    >
      {steps.length === 0 && <p className="px-4 py-3 text-30 text-subtle">{t('screen.work.noSteps')}</p>}
      <ul>
        {steps.map(step => (
          <li key={step.id} className="border-b px-4 py-1 last:border-0">
            <Answer
              step={step}
              error={work.form.errors[`checklist.${step.id}.value`]}
              onType={value => work.form.amend(answered(step.id, value))}
              onLeave={work.keep}
              onAnswer={value => work.amend(answered(step.id, value))}
            />
          </li>
        ))}
      </ul>
      {adding && <AddStep onAdd={add} onClose={() => setAdding(false)} />}
    </Card>
  )
}

type AnswerProps = {
  step: Step
  error: string | undefined
  /** It is kept when the field is left. */
  onType: (value: string | null) => void
  onLeave: () => void
  /** It is kept at once. */
  onAnswer: (value: string | null) => void
}

function Answer({ step, error, onType, onLeave, onAnswer }: AnswerProps) {
  const { t } = useTranslation('maintenance')
  const { kind, label, value, unit } = step
  if (kind === 'tick')
    return (
      <Checkbox
        className="flex! min-h-13 w-full"
        label={label}
        checked={value === YES}
        onChange={checked => onAnswer(checked ? YES : null)}
      />
    )
  const row = 'flex min-h-13 flex-wrap items-center gap-x-3 gap-y-1'
  if (kind === 'passFail')
    return (
      <div className={row}>
        <span className="min-w-0 flex-1 wrap-anywhere">{label}</span>
        <SegmentedControl
          label={label}
          options={(['pass', 'fail'] as const).map(one => ({ value: one, label: t(`screen.work.${one}`) }))}
          value={value as 'pass' | 'fail'}
          onChange={onAnswer}
        />
      </div>
    )
  return (
    <Field
      label={label}
      error={error}
      className="content-center! sm:grid-cols-[minmax(0,1fr)_auto] sm:items-center py-1"
    >
      {kind === 'number' ? (
        <span className="flex w-44 items-center gap-2">
          <NumberInput
            size="lg"
            decimals={3}
            value={numberIn(value)}
            onChange={next => onType(next === null ? null : String(next))}
            onBlur={onLeave}
          />
          {unit && <span className="text-muted">{unit}</span>}
        </span>
      ) : (
        <TextInput
          size="lg"
          maxLength={200}
          value={value ?? ''}
          onChange={text => onType(text === '' ? null : text)}
          onBlur={onLeave}
        />
      )}
    </Field>
  )
}

/** A text that is no number stays as it was typed. */
const numberIn = (value: string | null): number | string | null =>
  value === null || value.trim() === '' || Number.isNaN(Number(value)) ? value : Number(value)
