import { use, useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { Task } from '#contract/modules/desk/task.ts'
import type { OwnInputProps } from '#src/crud/around.ts'
import { inputs } from '#src/fields/inputs.ts'
import { useActor } from '#src/session/actor.ts'
import { FieldContext } from '#src/ui/field-context.ts'
import { mayPassOn } from './may-pass-on.ts'

const Person = inputs.reference

/** Who has the task. Where its reader may not pass it on, it says why and offers nobody; what a draft says can be put back. */
export function AssignedToInput({ around: { seen }, ...props }: OwnInputProps) {
  const { t } = useTranslation('task')
  const actor = useActor()
  const field = use(FieldContext)
  const why = useId()
  const isChanged = seen !== undefined && props.value !== seen.assignedTo
  if (!field || !seen || isChanged || mayPassOn(seen as unknown as Task, actor)) return <Person {...props} />
  const describedBy = [field.describedBy, why].filter(Boolean).join(' ')
  return (
    <FieldContext value={{ ...field, disabled: true, describedBy }}>
      <Person {...props} />
      <p id={why} className="text-20 text-subtle pointer-coarse:text-30">
        {t('task:screen.bulk.notYours')}
      </p>
    </FieldContext>
  )
}
