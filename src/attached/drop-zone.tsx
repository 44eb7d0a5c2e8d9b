import { clsx } from 'clsx'
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

type Props = {
  onFiles: (files: readonly File[]) => void
  disabled?: boolean | undefined
  /** Takes what is pasted anywhere on the page where nobody types, not only while the focus is inside. */
  everywhere?: boolean | undefined
  className?: string | undefined
  children: ReactNode
}

const bringsFiles = (transfer: DataTransfer | null) => transfer?.types.includes('Files') ?? false

const typing = 'input, textarea, [contenteditable]:not([contenteditable="false"])'
const dialog = '[role="dialog"], [role="alertdialog"], dialog'
/** Is what is pasted there meant for what somebody types, or for a dialog that this is no part of? */
const isMeantElsewhere = (target: EventTarget | null, zone: Element | null) =>
  target instanceof Element && (target.closest(typing) !== null || target.closest(dialog) !== zone?.closest(dialog))

/** Takes files that are dragged here or pasted. */
export function DropZone({ onFiles, disabled, everywhere, className, children }: Props) {
  const { t } = useTranslation('crud')
  // Children send their own enter and leave: only the balance says whether the pointer is inside.
  const depth = useRef(0)
  const [over, setOver] = useState(false)
  const take = (transfer: DataTransfer | null) => {
    const files = Array.from(transfer?.files ?? [])
    if (files.length > 0 && !disabled) onFiles(files)
    return files.length > 0
  }
  const zone = useRef<HTMLDivElement>(null)
  const pasted = useEffectEvent((event: ClipboardEvent) => {
    if (isMeantElsewhere(event.target, zone.current)) return
    if (!event.defaultPrevented && take(event.clipboardData)) event.preventDefault()
  })
  useEffect(() => {
    if (!everywhere) return
    const listen = (event: ClipboardEvent) => pasted(event)
    document.addEventListener('paste', listen)
    return () => document.removeEventListener('paste', listen)
  }, [everywhere])
  const enter = (by: number) => {
    depth.current = Math.max(0, depth.current + by)
    setOver(depth.current > 0)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- by keyboard there is the button inside
    <div
      ref={zone}
      role="group"
      aria-label={t('attached.zone')}
      onDragEnter={event => {
        if (disabled || !bringsFiles(event.dataTransfer)) return
        event.preventDefault()
        enter(1)
      }}
      onDragOver={event => {
        if (!disabled && bringsFiles(event.dataTransfer)) event.preventDefault()
      }}
      onDragLeave={event => {
        if (bringsFiles(event.dataTransfer)) enter(-1)
      }}
      onDrop={event => {
        if (!bringsFiles(event.dataTransfer)) return
        event.preventDefault()
        depth.current = 0
        setOver(false)
        take(event.dataTransfer)
      }}
      onPaste={event => {
        if (!everywhere && take(event.clipboardData)) event.preventDefault()
      }}
      className={clsx('relative', className)}
    >
      {children}
      {over && (
        <div className="pointer-events-none absolute -inset-2 z-(--z-sticky) grid place-items-center rounded-3 border-2 border-dashed border-focus bg-primary-subtle/90 font-medium text-accent-text">
          {t('attached.drop')}
        </div>
      )}
    </div>
  )
}
