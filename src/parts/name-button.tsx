import UserRound from 'lucide-react/icons/user-round'
import { Button, type ButtonProps } from '#src/ui/button.tsx'

type Props = Pick<ButtonProps, 'block' | 'disabled' | 'onClick'> & { name: string }

/** A button with somebody's username on it, which may be long and without a space. */
export function NameButton({ name, ...rest }: Props) {
  return (
    <Button {...rest} icon={UserRound} className="max-w-full shrink!">
      <bdi className="min-w-0 py-1 text-start wrap-anywhere whitespace-normal">{name}</bdi>
    </Button>
  )
}
