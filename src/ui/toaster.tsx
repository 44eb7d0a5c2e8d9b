import { clsx } from 'clsx'
import Check from 'lucide-react/icons/check'
import CloudUpload from 'lucide-react/icons/cloud-upload'
import X from 'lucide-react/icons/x'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { useShortcut } from '#src/lib/keys/shortcuts.ts'
import { Icon } from './icon.tsx'
import { dismissToast, onToasts, pauseToasts, resumeToasts, shownToasts, type Toast } from './toast.ts'

// Where the focus was before F6.
let before: HTMLElement | null = null
function goBack() {
  if (before?.isConnected) before.focus()
  before = null
}

/**
 * Mounted once by the shell, so that undo outlives the page that offered it. F6 goes to the toasts and back; a pointer
 * or the focus on them stops their clocks.
 */
export function Toaster() {
  const toasts = useSyncExternalStore(onToasts, shownToasts)
  const { t } = useTranslation('ui')
  const region = useRef<HTMLElement>(null)
  const last = toasts.findLast(toast => toast.undo)
  const keys = useShortcut('undo', last ? () => undo(last) : null)

  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key !== 'F6' || !region.current || shownToasts().length === 0) return
      event.preventDefault()
      if (region.current.contains(document.activeElement)) {
        goBack()
      } else {
        before = document.activeElement as HTMLElement | null
        region.current.querySelector('button')?.focus()
      }
    }
    // Before others that move between regions with the same key.
    window.addEventListener('keydown', listen, true)
    return () => window.removeEventListener('keydown', listen, true)
  }, [])

  const close = (id: number) => {
    const inside = region.current?.contains(document.activeElement)
    dismissToast(id)
    if (inside) goBack()
  }

  return (
    // On a phone the foot of the window belongs to the buttons of forms, so they stand below the header there; where it
    // is wider they stand above those buttons, wherever between the footer and the window's edge these are.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- pointer and focus only stop the clocks
    <section
      ref={region}
      aria-label={t('notifications')}
      onMouseEnter={pauseToasts}
      onMouseLeave={resumeToasts}
      onFocus={pauseToasts}
      onBlur={event => {
        if (!event.currentTarget.contains(event.relatedTarget)) resumeToasts()
      }}
      className="pointer-events-none fixed start-0 bottom-6 z-(--z-toast) flex w-full flex-col items-center gap-2 px-4 max-sm:top-[calc(var(--header-h)+8px)] max-sm:bottom-auto sm:[:root[data-save-bar-shown]_&]:bottom-36"
    >
      <div role="status" aria-live="polite" className="contents">
        {toasts.map(toast => (
          <Item key={toast.id} toast={toast} keys={toast === last ? keys : undefined} onClose={() => close(toast.id)} />
        ))}
      </div>
    </section>
  )
}

function undo(toast: Toast) {
  dismissToast(toast.id)
  toast.undo?.()
}

type ItemProps = { toast: Toast; keys: string | undefined; onClose: () => void }

function Item({ toast, keys, onClose }: ItemProps) {
  const { t } = useTranslation('ui')
  const button =
    'inline-flex min-h-control-sm shrink-0 items-center justify-center rounded-2 font-medium hover:bg-[color-mix(in_srgb,currentColor_14%,transparent)] focus-visible:outline-inverse-accent'
  return (
    <div
      onKeyDown={event => {
        if (event.key === 'Escape') onClose()
      }}
      role="presentation"
      className="pointer-events-auto flex min-h-12 w-full max-w-100 items-center gap-3 rounded-3 bg-inverse py-2 ps-4 pe-2 text-30 text-inverse-text shadow-3 transition motion-2 starting:translate-y-2 starting:opacity-0 forced-colors:border"
    >
      <Icon of={toast.waiting ? CloudUpload : Check} />
      <span className="min-w-0 flex-1 text-pretty">
        {toast.message}
        {toast.far && (
          <span aria-hidden="true" className="ms-2 text-inverse-muted tabular-nums">
            {toast.far}
          </span>
        )}
      </span>
      {toast.undo && (
        <button
          type="button"
          aria-keyshortcuts={keys}
          className={clsx(button, 'px-3 text-inverse-accent')}
          onClick={() => {
            onClose()
            toast.undo?.()
          }}
        >
          {t('undo')}
        </button>
      )}
      {toast.action && (
        <button
          type="button"
          className={clsx(button, 'px-3 text-inverse-accent')}
          onClick={() => {
            toast.action?.onSelect()
            onClose()
          }}
        >
          {toast.action.label}
        </button>
      )}
      <button
        type="button"
        aria-label={t('dismiss')}
        title={t('dismiss')}
        className={clsx(button, 'w-control-sm text-inverse-muted')}
        onClick={onClose}
      >
        <Icon of={X} size="sm" />
      </button>
    </div>
  )
}
