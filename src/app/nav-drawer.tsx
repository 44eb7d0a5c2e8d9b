import X from 'lucide-react/icons/x'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '#src/ui/icon-button.tsx'
import { Nav } from './nav.tsx'

/** The navigation where there is no room beside the page. The platform's own dialog keeps focus, Escape and the back gesture. */
export function NavDrawer({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const dialog = useRef<HTMLDialogElement>(null)

  useEffect(() => {
    if (!open) return
    const shown = dialog.current
    shown?.showModal()
    return () => shown?.close()
  }, [open])

  return (
    <dialog
      ref={dialog}
      aria-label={t('nav.main')}
      onClose={onClose}
      closedby="any"
      className="fixed inset-y-0 start-0 me-auto h-dvh max-h-none w-nav border-e bg-nav text-ink backdrop:bg-scrim"
    >
      {open && (
        <>
          <Nav onChosen={onClose} />
          <IconButton label={t('nav.close')} icon={X} onClick={onClose} className="absolute end-2 top-3" />
        </>
      )}
    </dialog>
  )
}
