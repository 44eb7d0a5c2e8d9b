import { clsx } from 'clsx'
import type { ComponentPropsWithRef, MouseEvent } from 'react'
import { buttonLook, type ButtonVariant } from './button-look.ts'
import { Icon, type IconType } from './icon.tsx'
import type { Size } from './size.ts'
import { Spinner } from './spinner.tsx'

export type ButtonProps = ComponentPropsWithRef<'button'> & {
  variant?: ButtonVariant | undefined
  size?: Size | undefined
  icon?: IconType | undefined
  iconEnd?: IconType | undefined
  /** Arrows turn round in right-to-left languages. */
  mirrored?: boolean | undefined
  /** Work is under way: the button keeps its place and the focus, and answers no second press. */
  loading?: boolean | undefined
  block?: boolean | undefined
}

export function Button({
  variant,
  size,
  icon,
  iconEnd,
  mirrored,
  loading,
  block,
  type = 'button',
  className,
  onClick,
  children,
  ...rest
}: ButtonProps) {
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (loading) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <button
      {...rest}
      // oxlint-disable-next-line react/button-has-type -- it has: 'button' unless the caller says otherwise
      type={type}
      onClick={press}
      data-control-size={size}
      aria-busy={loading || undefined}
      aria-disabled={loading || undefined}
      className={clsx(buttonLook({ variant, block }), loading && 'cursor-progress', className)}
    >
      {loading ? <Spinner /> : icon && <Icon of={icon} size={iconSize(size)} mirrored={mirrored} />}
      {children}
      {iconEnd && <Icon of={iconEnd} size="sm" mirrored={mirrored} />}
    </button>
  )
}

const iconSize = (size: Size | undefined) => (size === 'xl' ? 'lg' : size === 'lg' ? 'md' : 'sm')
