import { clsx } from 'clsx'
import type { ChangeEvent, ComponentPropsWithRef, ReactNode } from 'react'
import { useInputWiring } from './field-context.ts'

export type CheckboxProps = Omit<ComponentPropsWithRef<'input'>, 'type' | 'checked' | 'onChange' | 'size'> & {
  /** 'mixed' = some of what it stands for. */
  checked: boolean | 'mixed'
  onChange: (checked: boolean, event: ChangeEvent<HTMLInputElement>) => void
  /** Beside the box; without it give an aria-label. */
  label?: ReactNode
  hint?: ReactNode
  invalid?: boolean | undefined
}

/** A box that shows its tick itself, where `data-on` says so: a list has one in every row. */
export const checkLook =
  'hit-area tick z-1 inline-grid size-check shrink-0 cursor-pointer place-items-center align-middle appearance-none rounded-[4px] border border-control bg-surface hover:border-muted disabled:cursor-not-allowed disabled:border-line-strong disabled:bg-surface-sunken aria-invalid:border-danger aria-invalid:inset-ring aria-invalid:inset-ring-danger data-on:border-primary data-on:bg-primary disabled:data-on:border-control disabled:data-on:bg-control'

/** What a box of that look says of itself besides `checked`. */
export const tickOf = (checked: boolean | 'mixed') => ({
  'data-solid': checked ? '' : undefined,
  'data-on': checked || undefined,
})

export function Checkbox(props: CheckboxProps) {
  const {
    checked,
    onChange,
    label,
    hint,
    invalid,
    className,
    id,
    disabled,
    required,
    'aria-describedby': described,
  } = props
  const { checked: _c, onChange: _o, label: _l, hint: _h, invalid: _i, className: _n, ref: _r, ...rest } = props
  const wiring = useInputWiring({ id, disabled, required, invalid, describedBy: described })
  const box = (
    <input
      {...rest}
      {...wiring}
      ref={node => {
        if (node) node.indeterminate = checked === 'mixed'
      }}
      type="checkbox"
      checked={checked === true}
      onChange={event => onChange(event.target.checked, event)}
      {...tickOf(checked)}
      className={clsx(checkLook, label === undefined && className)}
    />
  )
  if (label === undefined) return box
  return (
    <label
      className={clsx(
        'inline-flex min-h-hit cursor-pointer items-center gap-2 has-disabled:cursor-not-allowed has-disabled:text-disabled',
        className,
      )}
    >
      {box}
      <span className="grid">
        <span>{label}</span>
        {hint && <span className="text-20 text-subtle">{hint}</span>}
      </span>
    </label>
  )
}
