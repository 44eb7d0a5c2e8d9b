import { clsx } from 'clsx'
import { useId, type ReactNode } from 'react'
import { useFieldWiring } from './field-context.ts'

export type RadioOption<V extends string | number> = {
  value: V
  label: ReactNode
  hint?: ReactNode
  disabled?: boolean | undefined
}

export type RadioGroupProps<V extends string | number> = {
  options: readonly RadioOption<V>[]
  value: V | null
  onChange: (value: V) => void
  /** Needed where no field with `group` stands around it. */
  'aria-label'?: string | undefined
  /** Side by side instead of one below the other. */
  inline?: boolean | undefined
  disabled?: boolean | undefined
  invalid?: boolean | undefined
  className?: string | undefined
}

export function RadioGroup<V extends string | number>(props: RadioGroupProps<V>) {
  const { options, value, onChange, inline, className, 'aria-label': label } = props
  const wiring = useFieldWiring({ disabled: props.disabled, invalid: props.invalid })
  const name = useId()
  return (
    <div
      id={wiring.id}
      role="radiogroup"
      aria-label={label}
      aria-labelledby={label ? undefined : wiring.labelId}
      aria-describedby={wiring.describedBy}
      aria-invalid={wiring.invalid || undefined}
      aria-required={wiring.required || undefined}
      className={clsx('flex', inline ? 'flex-wrap gap-x-5' : 'flex-col', className)}
    >
      {options.map(option => (
        <label
          key={option.value}
          className="inline-flex min-h-hit cursor-pointer items-center gap-2 has-disabled:cursor-not-allowed has-disabled:text-disabled"
        >
          <input
            type="radio"
            name={name}
            checked={value === option.value}
            onChange={() => onChange(option.value)}
            disabled={option.disabled ?? wiring.disabled}
            data-solid=""
            className={clsx(
              'size-check shrink-0 cursor-pointer appearance-none rounded-full border border-control bg-surface checked:border-[5px] checked:border-primary hover:border-muted checked:hover:border-primary disabled:cursor-not-allowed disabled:border-line-strong disabled:bg-surface-sunken disabled:checked:border-control pointer-coarse:checked:border-[7px]',
              wiring.invalid && 'not-checked:border-danger not-checked:inset-ring not-checked:inset-ring-danger',
            )}
          />
          <span className="grid">
            <span>{option.label}</span>
            {option.hint && <span className="text-20 text-subtle">{option.hint}</span>}
          </span>
        </label>
      ))}
    </div>
  )
}
