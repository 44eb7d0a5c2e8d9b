import { clsx } from 'clsx'
import { Button, type ButtonProps } from '#src/ui/button.tsx'

type Props = Omit<ButtonProps, 'children' | 'size' | 'variant'> & { label: string }

/** A tool above a list: its icon alone on narrow screens, and from 1,200 px on what it is in words. */
export function Worded({ label, className, ...rest }: Props) {
  return (
    <Button
      {...rest}
      size="sm"
      variant="ghost"
      aria-label={label}
      title={label}
      className={clsx('max-xl:w-control max-xl:px-0!', className)}
    >
      <span className="max-xl:hidden">{label}</span>
    </Button>
  )
}
