import { clsx } from 'clsx'
import type { ComponentPropsWithRef, MouseEvent } from 'react'
import { buttonLook, type ButtonVariant } from './button-look.ts'
import { Icon, type IconType } from './icon.tsx'
import type { Size } from './size.ts'
import { Spinner } from './spinner.tsx'

export type IconButtonProps = Omit<ComponentPropsWithRef<'button'>, 'children'> & {
  /** What it does, in words: read out, and shown when the pointer rests. */
  label: string
  icon: IconType
  variant?: ButtonVariant | undefined
  size?: Size | undefined
  mirrored?: boolean | undefined
  loading?: boolean | undefined
}

export function IconButton(props: IconButtonProps) {
  const {
    label,
    icon,
    variant = 'ghost',
    size,
    mirrored,
    loading,
    type = 'button',
    className,
    onClick,
    ...rest
  } = props
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (loading) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <button
      title={label}
      {...rest}
      // oxlint-disable-next-line react/button-has-type -- it has: 'button' unless the caller says otherwise
      type={type}
      onClick={press}
      aria-label={label}
      aria-busy={loading || undefined}
      data-control-size={size}
      className={clsx(buttonLook({ variant, square: true }), className)}
    >
      {loading ? (
        <Spinner />
      ) : (
        <Icon of={icon} size={size === 'xs' || size === 'sm' ? 'sm' : 'md'} mirrored={mirrored} />
      )}
    </button>
  )
}
