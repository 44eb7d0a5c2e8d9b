import { clsx } from 'clsx'
import Check from 'lucide-react/icons/check'
import Minus from 'lucide-react/icons/minus'
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
  const mixed = checked === 'mixed'
  const mark =
    'pointer-events-none absolute size-3 stroke-[2.5] text-neutral peer-disabled:text-surface pointer-coarse:size-4'
  const box = (
    <span className="relative inline-grid shrink-0 place-items-center">
      <input
        {...rest}
        {...wiring}
        ref={node => {
          if (node) node.indeterminate = mixed
        }}
        type="checkbox"
        checked={checked === true}
        onChange={event => onChange(event.target.checked, event)}
        data-solid={checked ? '' : undefined}
        data-on={checked ? '' : undefined}
        className="peer hit-area z-1 size-check cursor-pointer appearance-none rounded-[4px] border border-control bg-surface hover:border-muted disabled:cursor-not-allowed disabled:border-line-strong disabled:bg-surface-sunken aria-invalid:border-danger aria-invalid:inset-ring aria-invalid:inset-ring-danger data-on:border-primary data-on:bg-primary disabled:data-on:border-control disabled:data-on:bg-control"
      />
      {mixed ? (
        <Minus aria-hidden="true" className={clsx(mark, 'z-2')} />
      ) : (
        checked && <Check aria-hidden="true" className={clsx(mark, 'z-2')} />
      )}
    </span>
  )
  if (label === undefined) return <span className={clsx('inline-grid align-middle', className)}>{box}</span>
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
