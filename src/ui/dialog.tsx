import { Dialog as Root, DialogBackdrop, DialogPanel, DialogTitle } from '@headlessui/react'
import { clsx } from 'clsx'
import X from 'lucide-react/icons/x'
import { useState, type FormEvent, type ReactNode, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { firstField } from './first-field.ts'
import { IconButton } from './icon-button.tsx'

export type DialogProps = {
  open: boolean
  onClose: () => void
  title: ReactNode
  /** One or two sentences under the title; read out with it. */
  description?: ReactNode
  children?: ReactNode
  /** Buttons, the way out first and the deed last. Without them a cross closes it. */
  footer?: ReactNode
  size?: 'sm' | 'md' | 'lg' | undefined
  /** Makes the dialog a form: Enter and a submit button in the footer save. */
  onSubmit?: (() => void) | undefined
  /** A press outside does not close it: for forms with something typed. */
  sticky?: boolean | undefined
  /** Its first field unless given. */
  initialFocus?: RefObject<HTMLElement | null> | undefined
}

const widths = { sm: 'max-w-110', md: 'max-w-160', lg: 'max-w-240' }

export function Dialog(props: DialogProps) {
  const { open, onClose, title, description, children, footer, size = 'sm', onSubmit, sticky, initialFocus } = props
  const { t } = useTranslation('ui')
  const [[findFirst, first]] = useState(firstField)
  const inside = (
    <>
      <header className="flex items-start gap-3 px-6 pt-6 max-sm:px-4 max-sm:pt-5">
        <div className="grid flex-1 gap-3">
          <DialogTitle className="text-60">{title}</DialogTitle>
          {description && <p className="text-pretty text-muted">{description}</p>}
        </div>
        {!footer && <IconButton label={t('close')} icon={X} size="sm" onClick={onClose} className="-me-2 -mt-1" />}
      </header>
      <div
        ref={findFirst}
        className="grid min-h-0 content-start gap-4 overflow-y-auto px-6 pt-3 pb-6 empty:pt-2 max-sm:px-4"
      >
        {children}
      </div>
      {footer && (
        <footer className="flex flex-wrap justify-end gap-2 border-t px-6 py-4 max-sm:px-4 max-sm:*:flex-1">
          {footer}
        </footer>
      )}
    </>
  )
  const shape = 'flex max-h-full flex-col'
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
      <DialogBackdrop transition className="fixed inset-0 bg-scrim transition-opacity motion-2 data-closed:opacity-0" />
      <div className="fixed inset-0 grid grid-rows-[minmax(0,1fr)] place-items-center p-4">
        <DialogPanel
          transition
          className={clsx(
            'grid max-h-full w-full grid-rows-[minmax(0,1fr)] overflow-hidden rounded-4 border bg-surface-raised shadow-3 transition motion-2 data-closed:translate-y-1 data-closed:opacity-0',
            widths[size],
          )}
        >
          {onSubmit ? (
            <form noValidate onSubmit={submitting(onSubmit)} className={shape}>
              {inside}
            </form>
          ) : (
            <div className={shape}>{inside}</div>
          )}
        </DialogPanel>
      </div>
    </Root>
  )
}

/** A dialog's form keeps its events to itself: React hands them on to a form around the place it is called from. */
export const submitting = (onSubmit: () => void) => (event: FormEvent) => {
  event.preventDefault()
  event.stopPropagation()
  onSubmit()
}
