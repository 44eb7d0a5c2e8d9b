import { clsx } from 'clsx'
import type { ComponentPropsWithRef, ReactNode } from 'react'
import { useInputWiring } from './field-context.ts'

export type SwitchProps = Omit<ComponentPropsWithRef<'input'>, 'type' | 'role' | 'checked' | 'onChange' | 'size'> & {
  checked: boolean
  onChange: (checked: boolean) => void
  /** Beside the switch; without it give an aria-label. */
  label?: ReactNode
  invalid?: boolean | undefined
}

/** Takes effect at once. In a form that is saved later a checkbox is the honest control. */
export function Switch(props: SwitchProps) {
  const {
    checked,
    onChange,
    label,
    invalid,
    className,
    id,
    disabled,
    required,
    'aria-describedby': describedBy,
    ...rest
  } = props
  const wiring = useInputWiring({ id, disabled, required, invalid, describedBy })
  const { 'aria-required': _, ...aria } = wiring
  const control = (
    <input
      {...rest}
      {...aria}
      type="checkbox"
      role="switch"
      aria-checked={checked}
      checked={checked}
      onChange={event => onChange(event.target.checked)}
      data-solid=""
      className={clsx(
        // Half a control high; the knob leaves 3 px around it and moves by what the width is more than the height.
        '[--own:calc(var(--control)/2+2px)] relative inline-block h-(--own) w-[calc(var(--own)*1.7)] shrink-0 cursor-pointer appearance-none rounded-full border border-control bg-surface-sunken align-middle transition-colors motion-2',
        'before:absolute before:start-0.5 before:top-0.5 before:size-[calc(var(--own)-6px)] before:rounded-full before:bg-control before:transition-transform before:motion-2',
        'after:absolute after:-inset-x-1 after:-inset-y-[calc((var(--hit)-var(--own))/2)]',
        'checked:border-primary checked:bg-primary checked:before:translate-x-[calc(var(--own)*0.7)] checked:before:bg-neutral checked:rtl:before:-translate-x-[calc(var(--own)*0.7)]',
        'disabled:cursor-not-allowed disabled:opacity-50 aria-invalid:border-danger',
        label === undefined && className,
      )}
    />
  )
  if (label === undefined) return control
  return (
    <label
      className={clsx(
        'inline-flex min-h-hit cursor-pointer items-center gap-2 has-disabled:cursor-not-allowed',
        className,
      )}
    >
      {control}
      <span>{label}</span>
    </label>
  )
}
