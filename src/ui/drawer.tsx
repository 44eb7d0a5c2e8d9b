import { Dialog as Root, DialogBackdrop, DialogPanel, DialogTitle } from '@headlessui/react'
import { clsx } from 'clsx'
import X from 'lucide-react/icons/x'
import { useState, type ReactNode, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { submitting } from './dialog.tsx'
import { firstField } from './first-field.ts'
import { IconButton } from './icon-button.tsx'

export type DrawerProps = {
  open: boolean
  onClose: () => void
  title: ReactNode
  description?: ReactNode
  /** Beside the title: a status, a menu. */
  aside?: ReactNode
  children: ReactNode
  footer?: ReactNode
  size?: 'sm' | 'md' | 'lg' | undefined
  onSubmit?: (() => void) | undefined
  sticky?: boolean | undefined
  /** The navigation comes from the start side; everything else from the end. */
  side?: 'start' | 'end' | undefined
  /** Its first field unless given. */
  initialFocus?: RefObject<HTMLElement | null> | undefined
}

const widths = { sm: 'max-w-80', md: 'max-w-120', lg: 'max-w-160' }

/** A sheet at the side: edits a record of the list that stays in sight behind it. */
export function Drawer(props: DrawerProps) {
  const {
    open,
    onClose,
    title,
    description,
    aside,
    children,
    footer,
    size = 'md',
    onSubmit,
    sticky,
    side = 'end',
  } = props
  const { t } = useTranslation('ui')
  const [[findFirst, first]] = useState(firstField)
  const inside = (
    <>
      <header className="flex min-h-14 shrink-0 items-center gap-2 border-b py-2 ps-5 pe-2">
        <div className="grid min-w-0 flex-1 gap-0.5">
          <DialogTitle className="truncate text-60">{title}</DialogTitle>
          {description && <p className="text-20 text-muted">{description}</p>}
        </div>
        {aside}
        <IconButton label={t('close')} icon={X} onClick={onClose} />
      </header>
      <div ref={findFirst} className="grid min-h-0 flex-1 content-start gap-4 overflow-y-auto overscroll-contain p-5">
        {children}
      </div>
      {footer && (
        <footer className="flex shrink-0 flex-wrap items-center justify-end gap-2 border-t px-5 py-3">{footer}</footer>
      )}
    </>
  )
  const shape = 'flex h-full min-h-0 flex-col'
  return (
    <Root
      open={open}
      onClose={sticky ? () => undefined : onClose}
      initialFocus={props.initialFocus ?? first}
      className="fixed inset-0 z-(--z-overlay)"
      onKeyDown={event => {
        if (sticky && event.key === 'Escape' && !event.defaultPrevented) onClose()
      }}
    >
      <DialogBackdrop transition className="fixed inset-0 bg-scrim transition-opacity motion-3 data-closed:opacity-0" />
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
        {onSubmit ? (
          <form noValidate onSubmit={submitting(onSubmit)} className={shape}>
            {inside}
          </form>
        ) : (
          <div className={shape}>{inside}</div>
        )}
      </DialogPanel>
    </Root>
  )
}
