import { clsx } from 'clsx'
import { useId } from 'react'
import { Count } from './count.tsx'
import { Icon, type IconType } from './icon.tsx'

export type SegmentedControlProps<V extends string> = {
  options: readonly {
    value: V
    label: string
    icon?: IconType | undefined
    /** On a wide screen its words stand there too. */
    iconOnly?: boolean | undefined
    count?: number | undefined
  }[]
  value: V
  onChange: (value: V) => void
  label: string
  className?: string | undefined
}

/** Two to five ways to see the same thing. */
export function SegmentedControl<V extends string>({
  options,
  value,
  onChange,
  label,
  className,
}: SegmentedControlProps<V>) {
  const name = useId()
  return (
    <div
      role="radiogroup"
      aria-label={label}
      className={clsx('inline-flex max-w-full rounded-2 bg-surface-pressed p-0.5', className)}
    >
      {options.map(option => (
        <label
          key={option.value}
          title={option.iconOnly ? option.label : undefined}
          className="inline-flex min-h-control-sm min-w-8 cursor-pointer items-center justify-center gap-2 rounded-[4px] px-3 text-30 font-medium whitespace-nowrap text-muted hover:text-ink has-checked:bg-surface has-checked:text-ink has-checked:shadow-1 has-checked:ring has-checked:ring-line has-focus-visible:outline-2 has-focus-visible:outline-offset-1 has-focus-visible:outline-focus dark:has-checked:bg-line-strong pointer-coarse:min-w-11 forced-colors:has-checked:outline"
        >
          <input
            type="radio"
            name={name}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            className="sr-only"
          />
          {option.icon && <Icon of={option.icon} size="sm" />}
          <span className={option.iconOnly ? 'sr-only xl:not-sr-only' : undefined}>{option.label}</span>
          {option.count !== undefined && <Count of={option.count} />}
        </label>
      ))}
    </div>
  )
}
