import { clsx } from 'clsx'
import type { ComponentPropsWithRef } from 'react'
import { Icon, type IconType } from './icon.tsx'

type BoxButtonProps = Omit<ComponentPropsWithRef<'button'>, 'children' | 'type'> & { label: string; icon: IconType }

/** A small button at the end of a control's box: clear, show, open. Its target is as tall as the box. */
export function BoxButton({ label, icon, className, ...rest }: BoxButtonProps) {
  return (
    <button
      title={label}
      {...rest}
      type="button"
      aria-label={label}
      className={clsx(
        '-me-1.5 grid min-h-6 min-w-6 shrink-0 place-items-center rounded-1 text-subtle hover:bg-surface-pressed hover:text-ink disabled:cursor-not-allowed disabled:text-disabled pointer-coarse:-my-px pointer-coarse:-me-3 pointer-coarse:min-h-11 pointer-coarse:min-w-11',
        className,
      )}
    >
      <Icon of={icon} size="sm" />
    </button>
  )
}
