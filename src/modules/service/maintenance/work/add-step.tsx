import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { maintenance } from '#contract/modules/service/maintenance.ts'
import { failureOf } from '#src/data/words.ts'
import { useWords } from '#src/fields/words.ts'
import { Field } from '#src/ui/field.tsx'
import { FormDialog } from '#src/ui/form-dialog.tsx'
import { SegmentedControl } from '#src/ui/segmented-control.tsx'
import { TextInput } from '#src/ui/text-input.tsx'
import type { Step } from './lines.ts'

type Asked = Omit<Step, 'id' | 'value'>
type Props = { onAdd: (step: Asked) => Promise<void>; onClose: () => void }
const kinds: readonly Step['kind'][] = ['tick', 'number', 'passFail', 'text']

/** One more thing to look at. */
export function AddStep({ onAdd, onClose }: Props) {
  const { t } = useTranslation(['maintenance', 'crud'])
  const words = useWords(maintenance)
  const [label, setLabel] = useState('')
  const [kind, setKind] = useState<Step['kind']>('tick')
  const [unit, setUnit] = useState('')
  const [pressed, setPressed] = useState(false)
  const [refused, setRefused] = useState('')
  const isEmpty = label.trim() === ''
  const add = async () => {
    setPressed(true)
    if (isEmpty) return
    try {
      await onAdd({ label: label.trim(), kind, unit: kind === 'number' ? unit.trim() || null : null })
      onClose()
    } catch (error) {
      setRefused(failureOf(error)!.message)
    }
  }
  const name = words.field('checklist.label')
  return (
    <FormDialog
      sticky
      title={t('screen.work.addStep')}
      submitLabel={t('screen.work.add')}
      refused={refused}
      onSubmit={() => void add()}
      onClose={onClose}
    >
      <Field required label={name} error={pressed && isEmpty && t('crud:errors.required', { field: name })}>
        <TextInput value={label} onChange={setLabel} maxLength={120} />
      </Field>
      <Field group label={words.field('checklist.kind')}>
        <SegmentedControl
          label={words.field('checklist.kind')}
          options={kinds.map(value => ({ value, label: words.option('checklist.kind', value) }))}
          value={kind}
          onChange={setKind}
        />
      </Field>
      {kind === 'number' && (
        <Field label={words.field('checklist.unit')}>
          <TextInput value={unit} onChange={setUnit} maxLength={20} placeholder="mm, °C" />
        </Field>
      )}
    </FormDialog>
  )
}
