import { useTranslation } from 'react-i18next'
import { maintenance } from '#contract/modules/service/maintenance.ts'
import { FormField } from '#src/crud/form-field.tsx'
import { Card } from '#src/ui/card.tsx'
import type { WorkField, WorkForm } from './use-work-form.ts'

/** What is wrong, what was done about it, and from when to when: each is kept when it is left. */
export function NotesCard({ work }: { work: WorkForm }) {
  const { t } = useTranslation('maintenance')
  return (
    <Card title={t('screen.sections.work')}>
      <div className="grid gap-4">
        <KeptField work={work} name="diagnosis" />
        <KeptField work={work} name="workDone" />
        <div className="grid gap-4 sm:grid-cols-2">
          <KeptField work={work} name="startedAt" />
          <KeptField work={work} name="endedAt" />
        </div>
      </div>
    </Card>
  )
}

type Props = {
  work: WorkForm
  name: WorkField
  /** Not only when it is left. */
  atOnce?: boolean
  hideLabel?: boolean
}

/** A field of the job that keeps what is typed into it. */
export function KeptField({ work, name, atOnce, hideLabel }: Props) {
  const form = atOnce
    ? { ...work.form, set: (field: string, value: unknown) => work.put(field as WorkField, value) }
    : work.form
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- hears that its field was left
    <div
      onBlur={event => {
        const isInside = event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget)
        if (!isInside) work.keep()
      }}
    >
      <FormField
        form={form}
        module={maintenance}
        name={name}
        seen={work.base}
        id={`work-${name}`}
        hideLabel={hideLabel}
      />
    </div>
  )
}
