import { clsx } from 'clsx'
import { Link, type LinkProps } from 'react-router-dom'
import { buttonLook, type ButtonVariant } from './button-look.ts'
import { Icon, type IconType } from './icon.tsx'
import type { Size } from './size.ts'

type ButtonLinkProps = LinkProps & {
  variant?: ButtonVariant | undefined
  size?: Size | undefined
  icon?: IconType | undefined
  mirrored?: boolean | undefined
  block?: boolean | undefined
}

/** Goes somewhere, looks like a button: can be opened in a new tab, which a button cannot. */
export function ButtonLink({ variant, size, icon, mirrored, block, className, children, ...rest }: ButtonLinkProps) {
  return (
    <Link {...rest} data-control-size={size} className={clsx(buttonLook({ variant, block }), className)}>
      {icon && <Icon of={icon} size="sm" mirrored={mirrored} />}
      {children}
    </Link>
  )
}
