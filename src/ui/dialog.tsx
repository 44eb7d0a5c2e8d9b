import { Description, DialogPanel, DialogTitle } from '@headlessui/react'
import { clsx } from 'clsx'
import X from 'lucide-react/icons/x'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from './icon-button.tsx'
import { Modal, ModalBody, type ModalProps } from './modal.tsx'

export type DialogProps = ModalProps & {
  title: ReactNode
  /** One or two sentences under the title; read out with it. */
  description?: ReactNode
  children?: ReactNode
  /** Buttons, the way out first and the deed last. Without them a cross closes it. */
  footer?: ReactNode
  size?: 'sm' | 'md' | 'lg' | undefined
  /** Makes the dialog a form: Enter and a submit button in the footer save. */
  onSubmit?: (() => void) | undefined
}

const widths = { sm: 'max-w-110', md: 'max-w-160', lg: 'max-w-240' }

export function Dialog(props: DialogProps) {
  const { onClose, title, description, children, footer, size = 'sm', onSubmit } = props
  const { t } = useTranslation('ui')
  const inside = (findFirst: (node: HTMLElement | null) => void) => (
    <>
      <div className="flex items-start gap-3 px-6 pt-6 max-sm:px-4 max-sm:pt-5">
        <div className="grid flex-1 gap-3">
          <DialogTitle className="text-60">{title}</DialogTitle>
          {description && <Description className="text-pretty text-muted">{description}</Description>}
        </div>
        {!footer && <IconButton label={t('close')} icon={X} size="sm" onClick={onClose} className="-me-2 -mt-1" />}
      </div>
      <div
        ref={findFirst}
        className="grid min-h-0 content-start gap-4 overflow-y-auto px-6 pt-3 pb-6 empty:pt-2 max-sm:px-4"
      >
        {children}
      </div>
      {footer && (
        <div className="flex flex-wrap justify-end gap-2 border-t px-6 py-4 max-sm:px-4 max-sm:*:flex-1">{footer}</div>
      )}
    </>
  )
  return (
    <Modal {...props}>
      {findFirst => (
        <div className="fixed inset-0 grid grid-rows-[minmax(0,1fr)] place-items-center p-4">
          <DialogPanel
            transition
            className={clsx(
              'grid max-h-full w-full grid-rows-[minmax(0,1fr)] overflow-hidden rounded-4 border bg-surface-raised shadow-3 transition motion-2 data-closed:translate-y-1 data-closed:opacity-0',
              widths[size],
            )}
          >
            <ModalBody onSubmit={onSubmit} className="flex max-h-full flex-col">
              {inside(findFirst)}
            </ModalBody>
          </DialogPanel>
        </div>
      )}
    </Modal>
  )
}
