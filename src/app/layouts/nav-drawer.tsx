import { clsx } from 'clsx'
import X from 'lucide-react/icons/x'
import { Suspense, useEffect, useRef, type ReactNode, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '#src/ui/icon-button.tsx'

type NavDrawerProps = {
  open: boolean
  onClose: () => void
  label: string
  /** It leaves the rail with the groups in sight. */
  besideRail?: boolean
  children: ReactNode
}

/** The navigation where there is no room beside the page. The platform's own dialog keeps focus, Escape and the back gesture. */
export function NavDrawer({ open, onClose, label, besideRail = false, children }: NavDrawerProps) {
  const { t } = useTranslation()
  const dialog = useRef<HTMLDialogElement>(null)

  useEffect(() => {
    if (!open) return
    const shown = dialog.current
    shown?.showModal()
    focusEntry(shown)
    return () => shown?.close()
  }, [open])

  return (
    <dialog
      ref={dialog}
      aria-label={label}
      onClose={onClose}
      closedby="any"
      className={clsx(
        'fixed inset-y-0 me-auto h-dvh max-h-none max-w-[calc(100vw-var(--sp-10))] border-e bg-nav text-ink backdrop:bg-scrim',
        besideRail ? 'start-nav-collapsed w-nav-secondary' : 'start-0 w-nav',
      )}
    >
      {open && (
        <>
          <Suspense>
            {children}
            <Arrived at={dialog} />
          </Suspense>
          <IconButton label={t('nav.close')} icon={X} onClick={onClose} className="absolute end-2 top-3" />
        </>
      )}
    </dialog>
  )
}

/** The entries may come after the dialog, when their words do. */
function Arrived({ at }: { at: RefObject<HTMLDialogElement | null> }) {
  useEffect(() => focusEntry(at.current), [at])
  return null
}

const focusEntry = (dialog: HTMLDialogElement | null) =>
  dialog?.querySelector<HTMLElement>('[aria-current], a')?.focus({ preventScroll: true })
