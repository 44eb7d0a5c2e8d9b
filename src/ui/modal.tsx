import { Dialog as Root, DialogBackdrop } from '@headlessui/react'
import { useState, type ReactNode, type RefObject } from 'react'
import { firstField } from './first-field.ts'
import { submitting } from './submitting.ts'

export type ModalProps = {
  open: boolean
  onClose: () => void
  /** A press outside does not close it: for forms with something typed. */
  sticky?: boolean | undefined
  /** What is behind it stays in full sight: for settings that show there. */
  clear?: boolean | undefined
  /** Its first field unless given. */
  initialFocus?: RefObject<HTMLElement | null> | undefined
}

type Props = ModalProps & {
  /** Gets a ref for the part in which the first field is looked for. */
  children: (findFirst: (node: HTMLElement | null) => void) => ReactNode
}

/** What stands before everything else until it is answered: the ground of dialogs and drawers. */
export function Modal({ open, onClose, sticky, clear, initialFocus, children }: Props) {
  const [[findFirst, first]] = useState(firstField)
  return (
    <Root
      open={open}
      onClose={sticky ? () => undefined : onClose}
      initialFocus={initialFocus ?? first}
      className="fixed inset-0 z-(--z-overlay)"
      onKeyDown={event => {
        if (sticky && event.key === 'Escape' && !event.defaultPrevented) onClose()
      }}
    >
      {!clear && (
        <DialogBackdrop
          transition
          className="fixed inset-0 bg-scrim transition-opacity motion-2 data-closed:opacity-0"
        />
      )}
      {children(findFirst)}
    </Root>
  )
}

/** A form where there is something to send: Enter and a submit button save. */
export function ModalBody(props: { onSubmit: (() => void) | undefined; className: string; children: ReactNode }) {
  const { onSubmit, className, children } = props
  if (!onSubmit) return <div className={className}>{children}</div>
  return (
    <form noValidate onSubmit={submitting(onSubmit)} className={className}>
      {children}
    </form>
  )
}
