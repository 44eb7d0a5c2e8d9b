import { clsx } from 'clsx'
import type { ComponentPropsWithRef } from 'react'
import { boxStates } from './control-box.tsx'
import { useInputWiring } from './field-context.ts'
import type { Size } from './size.ts'

export type TextAreaProps = Omit<ComponentPropsWithRef<'textarea'>, 'onChange' | 'value'> & {
  /** Each of its lines is a row: what is scanned into it is one more of them. */
  'data-rows'?: boolean
  value: string
  onChange: (value: string) => void
  size?: Size | undefined
  invalid?: boolean | undefined
}

/** Grows with what is written where the browser can, and can be dragged taller everywhere. */
export function TextArea(props: TextAreaProps) {
  const {
    value,
    onChange,
    size,
    invalid,
    className,
    id,
    disabled,
    required,
    'aria-describedby': describedBy,
    ...rest
  } = props
  const wiring = useInputWiring({ id, disabled, required, invalid, describedBy })
  return (
    <textarea
      dir={value === '' ? undefined : 'auto'}
      {...rest}
      {...wiring}
      value={value}
      onChange={event => onChange(event.target.value)}
      data-control-size={size}
      data-invalid={wiring['aria-invalid']}
      data-disabled={wiring.disabled || undefined}
      className={clsx(
        'block field-sizing-content max-h-96 min-h-18 w-full resize-y border border-control bg-surface input-text rounded-2 px-input-x py-2 text-ink transition-colors motion-1 focus:border-focus focus:outline-2 focus:-outline-offset-1 focus:outline-focus',
        boxStates,
        className,
      )}
    />
  )
}
