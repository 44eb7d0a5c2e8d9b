import { useTranslation } from 'react-i18next'
import { user } from '#contract/modules/access/user.ts'
import { Several as ReferencesInput } from '#src/fields/inputs/reference.tsx'
import { fieldView } from '#src/fields/view.ts'
import { useWords } from '#src/fields/words.ts'
import { MultiSelect } from '#src/ui/multi-select.tsx'
import type { Access } from './use-access.ts'

type Props = {
  access: Access
  value: readonly number[]
  onChange: (value: number[]) => void
  onBlur?: () => void
}

/** Roles to give. Those that hold more than one holds oneself are shown and cannot be given. */
export function RolesInput({ access, value, onChange, onBlur }: Props) {
  const { t } = useTranslation('user')
  const words = useWords(user)
  const { roles, loading, isTooMuch } = access
  if (!roles)
    return (
      <ReferencesInput
        field={fieldView(user, 'roles', words)}
        value={value}
        onChange={next => onChange(next as number[])}
        onBlur={onBlur}
      />
    )
  return (
    <MultiSelect
      options={roles.map(role => {
        const tooStrong = isTooMuch(role)
        return {
          value: role.id,
          label: role.name,
          search: role.about ?? '',
          ...(tooStrong ? { disabled: true, hint: t('screen.form.tooStrong') } : {}),
        }
      })}
      value={value}
      onChange={onChange}
      onBlur={onBlur}
      loading={loading}
      nameOf={() => (loading ? '…' : t('screen.form.archivedRole'))}
      placeholder={t('screen.form.findRole')}
    />
  )
}
