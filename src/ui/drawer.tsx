import { Description, DialogPanel, DialogTitle } from '@headlessui/react'
import { clsx } from 'clsx'
import X from 'lucide-react/icons/x'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from './icon-button.tsx'
import { Modal, ModalBody, type ModalProps } from './modal.tsx'

export type DrawerProps = ModalProps & {
  title: ReactNode
  description?: ReactNode
  /** Beside the title: a status, a menu. */
  aside?: ReactNode
  children: ReactNode
  footer?: ReactNode
  size?: 'sm' | 'md' | 'lg' | undefined
  onSubmit?: (() => void) | undefined
  /** The navigation comes from the start side; everything else from the end. */
  side?: 'start' | 'end' | undefined
}

const widths = { sm: 'max-w-80', md: 'max-w-120', lg: 'max-w-160' }

/** A sheet at the side: edits a record of the list that stays in sight behind it. */
export function Drawer(props: DrawerProps) {
  const { onClose, title, description, aside, children, footer, size = 'md', onSubmit, side = 'end' } = props
  const { t } = useTranslation('ui')
  const inside = (findFirst: (node: HTMLElement | null) => void) => (
    <>
      <div className="flex min-h-14 shrink-0 items-center gap-2 border-b py-2 ps-5 pe-2">
        <div className="grid min-w-0 flex-1 gap-0.5">
          <DialogTitle className="truncate text-60">{title}</DialogTitle>
          {description && <Description className="text-20 text-muted">{description}</Description>}
        </div>
        {aside}
        <IconButton label={t('close')} icon={X} onClick={onClose} />
      </div>
      <div ref={findFirst} className="grid min-h-0 flex-1 content-start gap-4 overflow-y-auto overscroll-contain p-5">
        {children}
      </div>
      {footer && (
        <div className="flex shrink-0 flex-wrap items-center justify-end gap-2 border-t px-5 py-3">{footer}</div>
      )}
    </>
  )
  return (
    <Modal {...props}>
      {findFirst => (
        <DialogPanel
          transition
          className={clsx(
            'fixed inset-y-0 w-full bg-surface-raised shadow-3 transition motion-3',
            side === 'end'
              ? 'end-0 border-s data-closed:translate-x-full rtl:data-closed:-translate-x-full'
              : 'start-0 border-e data-closed:-translate-x-full rtl:data-closed:translate-x-full',
            widths[size],
          )}
        >
          <ModalBody onSubmit={onSubmit} className="flex h-full min-h-0 flex-col">
            {inside(findFirst)}
          </ModalBody>
        </DialogPanel>
      )}
    </Modal>
  )
}
