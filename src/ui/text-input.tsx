import { clsx } from 'clsx'
import X from 'lucide-react/icons/x'
import { useRef, type ComponentPropsWithRef } from 'react'
import { useTranslation } from 'react-i18next'
import { bareInput, ControlBox, type BoxProps } from './control-box.tsx'
import { useInputWiring } from './field-context.ts'
import { BoxButton } from './box-button.tsx'

export type TextInputProps = Omit<ComponentPropsWithRef<'input'>, 'size' | 'prefix' | 'onChange' | 'value'> &
  BoxProps & {
    value: string
    onChange: (value: string) => void
    /** Offers a button that empties the field while something is in it. */
    clearable?: boolean | undefined
    invalid?: boolean | undefined
    inputClassName?: string | undefined
  }

export function TextInput(props: TextInputProps) {
  const { size, icon, prefix, suffix, loading, className, inputClassName, clearable, invalid, ref, ...rest } = props
  const { id, value, onChange, disabled, required, 'aria-describedby': describedBy, type = 'text', ...input } = rest
  const { t } = useTranslation('ui')
  const wiring = useInputWiring({ id, disabled, required, invalid, describedBy })
  const own = useRef<HTMLInputElement>(null)
  const clear = () => {
    onChange('')
    own.current?.focus()
  }
  return (
    <ControlBox
      {...{ size, icon, prefix, suffix, loading, className }}
      invalid={Boolean(wiring['aria-invalid'])}
      disabled={wiring.disabled}
    >
      <input
        autoComplete="off"
        dir={value === '' ? undefined : 'auto'}
        {...input}
        {...wiring}
        type={type}
        value={value}
        onChange={event => onChange(event.target.value)}
        ref={node => {
          own.current = node
          if (typeof ref === 'function') return ref(node)
          if (ref) ref.current = node
          return undefined
        }}
        className={clsx(bareInput, inputClassName)}
      />
      {clearable && value !== '' && !wiring.disabled && <BoxButton label={t('clear')} icon={X} onClick={clear} />}
    </ControlBox>
  )
}
