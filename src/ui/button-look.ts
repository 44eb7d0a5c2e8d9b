import { clsx } from 'clsx'

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'accent' | 'danger' | 'dangerSolid'

const off =
  'disabled:cursor-not-allowed disabled:border-line disabled:bg-surface-sunken disabled:text-disabled disabled:hover:bg-surface-sunken'
const variants: Record<ButtonVariant, string> = {
  primary: clsx(
    'border-primary bg-primary text-neutral hover:border-primary-deep hover:bg-primary-deep active:bg-primary-deep',
    off,
    'disabled:hover:border-line',
  ),
  secondary: clsx('border-control bg-surface text-ink hover:bg-surface-hover active:bg-surface-pressed', off),
  ghost:
    'border-transparent bg-transparent text-muted hover:bg-surface-pressed hover:text-ink disabled:cursor-not-allowed disabled:bg-transparent disabled:text-disabled',
  accent:
    'border-transparent bg-transparent text-accent-text hover:bg-primary-subtle disabled:cursor-not-allowed disabled:bg-transparent disabled:text-disabled',
  danger: clsx('border-control bg-surface text-danger-text hover:border-danger hover:bg-danger-subtle', off),
  dangerSolid: clsx(
    'border-danger bg-danger text-danger-on hover:border-danger-deep hover:bg-danger-deep',
    off,
    'disabled:hover:border-line',
  ),
}

type Look = { variant?: ButtonVariant | undefined; square?: boolean | undefined; block?: boolean | undefined }

/** The classes of a button, for the rare link that must look like one. Set `data-control-size` beside them. */
export function buttonLook({ variant = 'secondary', square, block }: Look = {}) {
  return clsx(
    'inline-flex shrink-0 items-center justify-center gap-2 border control-text min-h-control rounded-2 font-medium whitespace-nowrap select-none transition-colors motion-1',
    square ? 'w-control p-0' : 'px-control-x',
    block && 'w-full',
    variants[variant],
  )
}
