import Lock from 'lucide-react/icons/lock'
import { useTranslation } from 'react-i18next'
import { PASSWORD_MAX, PASSWORD_MIN } from '#contract/calls/credentials.ts'
import { Field } from '#src/ui/field.tsx'
import { PasswordInput } from '#src/ui/password-input.tsx'

type NewPasswordProps = {
  label: string
  value: string
  onChange: (value: string) => void
  error?: string | undefined
}

/** Four steps of length; what is easily guessed only the server can say. */
const steps = [1, PASSWORD_MIN / 2, PASSWORD_MIN, PASSWORD_MIN + 6]

/** A password that somebody chooses. What it still lacks in length shows while they type. */
export function NewPasswordField({ label, value, onChange, error }: NewPasswordProps) {
  const { t } = useTranslation('auth')
  const { length } = value
  const reached = steps.filter(step => length >= step).length
  const enough = length >= PASSWORD_MIN
  const words =
    length === 0
      ? ''
      : enough
        ? t(reached === steps.length ? 'strength.long' : 'strength.enough')
        : t('strength.more', { count: PASSWORD_MIN - length })
  return (
    <Field label={label} hint={t('strength.hint', { min: PASSWORD_MIN })} error={error}>
      <PasswordInput
        size="lg"
        icon={Lock}
        name="new-password"
        autoComplete="new-password"
        value={value}
        onChange={onChange}
      />
      <div className="flex min-h-5 items-center gap-3 pt-1 text-20 text-muted">
        <span aria-hidden="true" className="grid flex-1 grid-cols-4 gap-1">
          {steps.map((step, at) => (
            <i
              key={step}
              className={`h-1 rounded-1 ${at >= reached ? 'bg-line-strong' : enough ? 'bg-success' : 'bg-warning'}`}
            />
          ))}
        </span>
        <span className="min-w-24 text-end">{words}</span>
      </div>
    </Field>
  )
}

/** What is wrong with a password before anybody is asked; else undefined. */
export function useLengthJudge(): (password: string) => string | undefined {
  const { t } = useTranslation('auth')
  return password => {
    if (password.length < PASSWORD_MIN) return t('strength.needs', { min: PASSWORD_MIN })
    if (password.length > PASSWORD_MAX) return t('strength.tooLong', { max: PASSWORD_MAX })
    return undefined
  }
}
