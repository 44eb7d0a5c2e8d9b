import { clsx } from 'clsx'
import { useId, type ReactNode } from 'react'

export type PictureChoiceProps<V extends string> = {
  options: readonly { value: V; label: string; picture: ReactNode }[]
  value: V
  onChange: (value: V) => void
  /** The words over the group. */
  labelledBy: string
  className?: string | undefined
}

/** One of a few, each shown by a small picture over its name. */
export function PictureChoice<V extends string>(props: PictureChoiceProps<V>) {
  const { options, value, onChange, labelledBy, className } = props
  const name = useId()
  return (
    <div role="radiogroup" aria-labelledby={labelledBy} className={clsx('grid gap-2', className)}>
      {options.map(option => (
        <label
          key={option.value}
          className="relative grid min-h-control cursor-pointer content-start gap-2 rounded-3 border border-control bg-surface p-2 text-30 text-muted transition-colors motion-1 hover:border-muted hover:text-ink has-checked:border-primary has-checked:bg-selected has-checked:font-medium has-checked:text-ink has-checked:inset-ring has-checked:inset-ring-primary has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus forced-colors:has-checked:outline-2"
        >
          <input
            type="radio"
            name={name}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            className="sr-only"
          />
          {option.picture}
          <span className="px-0.5 wrap-anywhere">{option.label}</span>
        </label>
      ))}
    </div>
  )
}
