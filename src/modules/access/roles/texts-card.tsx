import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { coarse } from '#src/lib/coarse.ts'
import { Card } from '#src/ui/card.tsx'
import { Field } from '#src/ui/field.tsx'
import { TextArea } from '#src/ui/text-area.tsx'
import { TextInput } from '#src/ui/text-input.tsx'
import type { RoleForm } from './use-role-form.ts'

export const NAME_ID = 'role-name'

type Props = {
  form: RoleForm
  readOnly: boolean
  /** Of a new role: what it begins with stands beside its name. */
  start?: ReactNode
}

/** What the role is called, and whom it is for. */
export function TextsCard({ form, readOnly, start }: Props) {
  const { after, dispatch, nameError } = form
  const { t } = useTranslation(['access', 'role'])
  return (
    <Card title={t('editor.textsCard')}>
      <div className={start === undefined ? 'grid gap-3' : 'grid gap-x-4 gap-y-3 sm:grid-cols-2'}>
        <Field id={NAME_ID} label={t('role:fields.name')} required error={nameError} disabled={readOnly}>
          <TextInput
            value={after.name}
            maxLength={80}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- a new role is named first
            autoFocus={start !== undefined && !coarse()}
            onChange={value => dispatch({ do: 'text', field: 'name', value })}
          />
        </Field>
        {start}
        <Field
          label={t('role:fields.about')}
          className={start === undefined ? undefined : 'sm:col-span-2'}
          hint={t('role:hints.about')}
          disabled={readOnly}
        >
          <TextArea
            rows={2}
            value={after.about ?? ''}
            maxLength={300}
            onChange={value => dispatch({ do: 'text', field: 'about', value: value || null })}
          />
        </Field>
      </div>
    </Card>
  )
}
