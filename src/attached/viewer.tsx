import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import Download from 'lucide-react/icons/download'
import X from 'lucide-react/icons/x'
import { DialogPanel, DialogTitle } from '@headlessui/react'
import { clsx } from 'clsx'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useConnection } from '#src/data/use-connection.ts'
import { useUploadItem } from '#src/data/use-uploads.ts'
import { formatBytes, formatNumber } from '#src/lib/format.ts'
import { saveFile as saveBytes } from '#src/lib/save-file.ts'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { Modal } from '#src/ui/modal.tsx'
import { Spinner } from '#src/ui/spinner.tsx'
import { iconOf } from './file-icon.ts'
import { saveFile, useFileUrl } from './use-file-url.ts'
import type { Viewed } from './viewed.ts'

type Props = { files: readonly Viewed[]; at: number; onAt: (at: number) => void; onClose: () => void }

/** Files one after the other, large: the arrow keys go on and back, Home and End to the ends, Escape closes. */
export function Viewer({ files, at, onAt, onClose }: Props) {
  const { t } = useTranslation('crud')
  const file = files[at]
  const own = useUploadItem(file?.id ?? 0)
  const [unsaved, setUnsaved] = useState<number | null>(null)
  const go = (to: number) => {
    if (to >= 0 && to < files.length) onAt(to)
  }
  const right = document.dir === 'rtl' ? -1 : 1
  const keys: Record<string, number> = {
    ArrowLeft: at - right,
    ArrowRight: at + right,
    Home: 0,
    End: files.length - 1,
  }
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    const to = keys[event.key]
    // A video has arrow keys of its own.
    if (to === undefined || event.target instanceof HTMLMediaElement) return
    event.preventDefault()
    go(to)
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => pressed(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
  if (!file) return null
  const facts = [
    ...(file.size === null ? [] : [formatBytes(file.size)]),
    ...(files.length > 1 ? [t('attached.place', { at: formatNumber(at + 1), of: formatNumber(files.length) })] : []),
  ]
  const save = async () => {
    setUnsaved(null)
    // What is on its way from this device nobody else has yet.
    if (own && own.state !== 'done') return saveBytes(own.bytes, own.name)
    await saveFile(file.id).catch(() => {
      // The server has it by now and cannot be asked; the bytes are still here.
      if (own && own.bytes.size > 0 && own.bytes.size === own.size) saveBytes(own.bytes, own.name)
      else setUnsaved(file.id)
    })
  }
  return (
    <Modal open onClose={onClose}>
      {findFirst => (
        <div className="fixed inset-0 grid p-4 max-sm:p-0">
          <DialogPanel className="grid min-h-0 grid-rows-[auto_minmax(0,1fr)] overflow-hidden rounded-4 border bg-surface-raised shadow-3 max-sm:rounded-none max-sm:border-0">
            <div ref={findFirst} className="border-b">
              <div className="flex min-h-14 items-center gap-2 ps-5 pe-2">
                <div className="min-w-0 flex-1">
                  <DialogTitle dir="auto" className="truncate text-50">
                    {file.name}
                  </DialogTitle>
                  <p className="text-20 text-subtle">{facts.join(' · ')}</p>
                </div>
                <IconButton icon={Download} label={t('attached.save')} onClick={() => void save()} />
                <IconButton icon={X} label={t('attached.close')} onClick={onClose} />
              </div>
              {unsaved === file.id && (
                <Banner tone="danger" announce onDismiss={() => setUnsaved(null)} className="mx-5 mb-3 max-sm:mx-3">
                  {t('attached.notFetched')}
                </Banner>
              )}
            </div>
            <div className="relative grid min-h-0 grid-cols-[minmax(0,1fr)] grid-rows-[minmax(0,1fr)] place-items-center overflow-hidden bg-surface-sunken p-4 max-sm:p-0">
              <Content key={file.id} file={file} onSave={() => void save()} />
              {files.length > 1 &&
                ([-1, 1] as const).map(by => (
                  <IconButton
                    key={by}
                    mirrored
                    variant="secondary"
                    icon={by < 0 ? ChevronLeft : ChevronRight}
                    label={t(by < 0 ? 'attached.previous' : 'attached.next')}
                    disabled={!files[at + by]}
                    onClick={() => go(at + by)}
                    className={clsx('absolute! top-1/2 -translate-y-1/2', by < 0 ? 'start-4' : 'end-4')}
                  />
                ))}
            </div>
          </DialogPanel>
        </div>
      )}
    </Modal>
  )
}

function Content({ file: { id, name, kind }, onSave }: { file: Viewed; onSave: () => void }) {
  const { t } = useTranslation('crud')
  const { online } = useConnection()
  const isShown = kind === 'picture' || kind === 'video' || kind === 'sound'
  const { url, failed } = useFileUrl(id, 'full', { enabled: isShown })
  if (isShown && !url && !failed) return <Spinner />
  if (url && kind === 'picture')
    return <img src={url} alt={name} className="max-h-full max-w-full min-w-0 object-contain" />
  if (url && kind === 'video')
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- people's own recordings have none
    return <video src={url} controls className="max-h-full max-w-full" />
  // oxlint-disable-next-line jsx-a11y/media-has-caption -- people's own recordings have none
  if (url && kind === 'sound') return <audio src={url} controls />
  return (
    <div className="grid justify-items-center gap-4 text-center text-muted">
      <Icon of={iconOf(kind)} size="xl" />
      <p className="max-w-[42ch] text-pretty">
        {t(!failed ? 'attached.notShown' : online ? 'attached.notFetched' : 'attached.notHere')}
      </p>
      <Button icon={Download} onClick={onSave}>
        {t('attached.save')}
      </Button>
    </div>
  )
}
