import { clsx } from 'clsx'
import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import Info from 'lucide-react/icons/info'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import X from 'lucide-react/icons/x'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon, type IconType } from './icon.tsx'
import { IconButton } from './icon-button.tsx'

export type BannerProps = {
  tone?: 'neutral' | 'info' | 'success' | 'warning' | 'danger' | undefined
  /** The point, in bold. */
  title?: ReactNode
  /** The rest, beside or below it. */
  children?: ReactNode
  /** Buttons of size xs. */
  actions?: ReactNode
  icon?: IconType | undefined
  onDismiss?: (() => void) | undefined
  /** Read out at once: for something that has just gone wrong. */
  announce?: boolean | undefined
  id?: string | undefined
  className?: string | undefined
}

const looks = {
  neutral: { icon: Info, box: 'border-line bg-surface-sunken', mark: 'text-muted' },
  info: { icon: Info, box: 'border-info-border bg-info-subtle', mark: 'text-info' },
  success: { icon: CircleCheck, box: 'border-success-border bg-success-subtle', mark: 'text-success' },
  warning: { icon: TriangleAlert, box: 'border-warning-border bg-warning-subtle', mark: 'text-warning' },
  danger: { icon: CircleAlert, box: 'border-danger-border bg-danger-subtle', mark: 'text-danger' },
}

/** A message that stays: on a page, in a form, over a list. Errors are told here, never in a toast alone. */
export function Banner(props: BannerProps) {
  const { tone = 'neutral', title, children, actions, icon, onDismiss, announce, id, className } = props
  const { t } = useTranslation('ui')
  const look = looks[tone]
  return (
    <div
      id={id}
      role={announce ? 'alert' : undefined}
      className={clsx('flex items-start gap-3 rounded-3 border px-4 py-3 max-sm:flex-wrap', look.box, className)}
    >
      <Icon of={icon ?? look.icon} className={clsx('mt-px', look.mark)} />
      <div className="min-w-0 flex-1 text-pretty">
        {title && <b>{title}</b>}
        {title && children ? ' ' : null}
        {children && <span className={clsx('[&_a]:underline', title && 'text-muted [&_ul]:text-ink')}>{children}</span>}
      </div>
      {(actions || onDismiss) && (
        <div className="-my-1 -me-1 flex shrink-0 items-center gap-2 self-center">
          {actions}
          {onDismiss && <IconButton label={t('dismiss')} icon={X} size="xs" onClick={onDismiss} />}
        </div>
      )}
    </div>
  )
}
