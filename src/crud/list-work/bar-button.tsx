import { clsx } from 'clsx'
import type { ComponentPropsWithRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { Icon, type IconType } from '#src/ui/icon.tsx'
import type { TextKey } from '../screens.ts'

const look =
  'inline-flex min-h-control-sm min-w-control-sm shrink-0 items-center justify-center gap-2 rounded-2 px-2 font-medium whitespace-nowrap hover:bg-[color-mix(in_srgb,currentColor_14%,transparent)] focus-visible:outline-inverse-accent aria-disabled:cursor-not-allowed aria-disabled:opacity-60'

/** Where there is little room a picture says it to whoever sees it. */
const wordsOf = (icon: unknown) => clsx(icon !== undefined && 'max-lg:sr-only')

type ButtonProps = ComponentPropsWithRef<'button'> & {
  icon?: IconType
  /** Why not; it stays reachable, so that everyone can read it. */
  refused?: string | false
}

/** One thing to be done with what is selected. */
export function BarButton({ icon, refused, children, className, onClick, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      title={icon && typeof children === 'string' ? children : undefined}
      {...rest}
      onClick={refused ? undefined : onClick}
      {...(refused && { 'aria-disabled': true, title: refused })}
      className={clsx(look, className)}
    >
      {icon && <Icon of={icon} size="sm" />}
      {children && <span className={wordsOf(icon)}>{children}</span>}
    </button>
  )
}

/** A page about what is selected. */
export function BarLink({ icon, to, title }: { icon: IconType; to: string; title: TextKey }) {
  const { t } = useTranslation(title.slice(0, title.indexOf(':')))
  return (
    <Link to={to} title={t(title)} className={look}>
      <Icon of={icon} size="sm" />
      <span className={wordsOf(icon)}>{t(title)}</span>
    </Link>
  )
}
