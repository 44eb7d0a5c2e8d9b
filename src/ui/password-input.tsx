import Eye from 'lucide-react/icons/eye'
import EyeOff from 'lucide-react/icons/eye-off'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { BoxButton } from './box-button.tsx'
import { TextInput, type TextInputProps } from './text-input.tsx'

/** A password that can be looked at. Say with `autoComplete` whether it is the current or a new one. */
export function PasswordInput(props: Omit<TextInputProps, 'type' | 'suffix' | 'clearable'>) {
  const { t } = useTranslation('ui')
  const [shown, setShown] = useState(false)
  return (
    <TextInput
      autoComplete="current-password"
      autoCapitalize="none"
      spellCheck={false}
      {...props}
      type={shown ? 'text' : 'password'}
      suffix={
        <BoxButton
          label={shown ? t('hidePassword') : t('showPassword')}
          icon={shown ? EyeOff : Eye}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        />
      }
    />
  )
}
