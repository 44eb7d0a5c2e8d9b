import { clsx } from 'clsx'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { useId, type ReactNode } from 'react'
import { FieldContext } from './field-context.ts'
import { Icon } from './icon.tsx'

export type FieldProps = {
  label: ReactNode
  /** Stays with the field, between label and control. */
  hint?: ReactNode
  /** What is wrong and what to do about it. */
  error?: ReactNode
  required?: boolean | undefined
  disabled?: boolean | undefined
  /** At the far end of the label: "Optional", a link, a count. */
  aside?: ReactNode
  /** The label is only read out, for a cell whose column head says it already; `inColumns` where there is room for columns, `inManyColumns` for many. */
  hideLabel?: boolean | 'inColumns' | 'inManyColumns' | undefined
  /** A set of controls (radio buttons, checkboxes): the label names the group instead of one input. */
  group?: boolean | undefined
  /** The id of the control, for links that lead to it from a summary of errors. */
  id?: string | undefined
  className?: string | undefined
  children: ReactNode
}

/** Label above, hint between, error below; the control inside finds its id and descriptions by itself. */
export function Field(props: FieldProps) {
  const { label, hint, error, required = false, disabled = false, aside, hideLabel, group, className, children } = props
  const made = useId()
  const id = props.id ?? made
  const [labelId, hintId, errorId] = [`${id}-label`, `${id}-hint`, `${id}-error`]
  const invalid = Boolean(error)
  const describedBy = [hint && hintId, invalid && errorId].filter(Boolean).join(' ') || undefined
  return (
    <FieldContext value={{ id, labelId, describedBy, invalid, required, disabled }}>
      <div data-field={id} className={clsx('grid min-w-0 content-start gap-1', className)}>
        <div
          className={clsx(
            'flex items-baseline gap-3 text-30 font-medium pointer-coarse:text-40',
            hideLabel === true && 'sr-only',
            hideLabel === 'inColumns' && '@2xl:sr-only',
            hideLabel === 'inManyColumns' && '@4xl:sr-only',
          )}
        >
          {group ? (
            <span id={labelId}>{label}</span>
          ) : (
            <label id={labelId} htmlFor={id}>
              {label}
            </label>
          )}
          {required && (
            <span aria-hidden="true" className="-ms-2 text-danger-text">
              *
            </span>
          )}
          {aside && <span className="ms-auto text-20 font-normal text-subtle">{aside}</span>}
        </div>
        {hint && (
          <p id={hintId} className="text-20 text-subtle pointer-coarse:text-30">
            {hint}
          </p>
        )}
        {children}
        {invalid && (
          <p id={errorId} className="flex gap-1 text-20 font-medium text-danger-text pointer-coarse:text-30">
            <Icon of={TriangleAlert} size="xs" className="mt-px" />
            <span>{error}</span>
          </p>
        )}
      </div>
    </FieldContext>
  )
}
