import { clsx } from 'clsx'
import X from 'lucide-react/icons/x'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from './icon.tsx'

export type ChipProps = {
  /** What is filtered: "Stage". */
  name?: string | undefined
  children: ReactNode
  /** What the cross removes, in words; the name or the text unless given. */
  removeLabel?: string | undefined
  onRemove?: (() => void) | undefined
  className?: string | undefined
}

/** A filter that is on, or one of several chosen values. */
export function Chip({ name, children, onRemove, removeLabel, className }: ChipProps) {
  const { t } = useTranslation('ui')
  return (
    <span
      className={clsx(
        'inline-flex min-h-control-xs max-w-full items-center rounded-2 border border-line-strong bg-surface text-30 whitespace-nowrap',
        className,
      )}
    >
      {name && <span className="ps-2 text-muted">{name}</span>}
      <span className={clsx('truncate pe-2', name ? 'ps-1 font-medium' : 'ps-2')}>{children}</span>
      {onRemove && (
        <button
          type="button"
          aria-label={t('remove', { name: removeLabel ?? name ?? (typeof children === 'string' ? children : '') })}
          onClick={onRemove}
          className="grid min-w-6 place-items-center self-stretch rounded-e-2 border-s text-muted hover:bg-surface-pressed hover:text-ink pointer-coarse:-my-px pointer-coarse:min-h-11 pointer-coarse:min-w-11"
        >
          <Icon of={X} size="xs" />
        </button>
      )}
    </span>
  )
}
