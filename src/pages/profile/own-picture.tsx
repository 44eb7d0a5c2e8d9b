import Camera from 'lucide-react/icons/camera'
import ImageUp from 'lucide-react/icons/image-up'
import Trash2 from 'lucide-react/icons/trash-2'
import { Suspense, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { profileCall } from '#contract/calls/access.ts'
import { useCall } from '#src/data/use-call.ts'
import { piece } from '#src/lib/piece.ts'
import { Avatar } from '#src/ui/avatar.tsx'
import { Button } from '#src/ui/button.tsx'
import { toast } from '#src/ui/toast.ts'
import { openPicture } from './picture.ts'

const CropDialog = piece(() => import('./crop-dialog.tsx').then(({ CropDialog }) => CropDialog))

type Props = { name: string; avatar: string; onChanged: () => Promise<void> }

/** One's own picture: chosen or taken, cut to a square, made small before it leaves the device; or taken away. */
export function OwnPicture({ name, avatar, onChanged }: Props) {
  const { t } = useTranslation('profile')
  const save = useCall(profileCall)
  const chosen = useRef<HTMLInputElement>(null)
  const taken = useRef<HTMLInputElement>(null)
  const [source, setSource] = useState<ImageBitmap | null>(null)
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState('')

  const put = async (picture: string): Promise<string | null> => {
    const called = await save({ avatar: picture })
    if ('failure' in called) return called.failure.message
    await onChanged()
    return null
  }
  const open = async (input: HTMLInputElement) => {
    const file = input.files?.[0]
    input.value = ''
    if (!file) return
    setRefused('')
    const picture = await openPicture(file)
    if (picture) setSource(picture)
    else setRefused(t('picture.noPicture'))
  }
  const remove = async () => {
    setBusy(true)
    const failed = await put('')
    setBusy(false)
    setRefused(failed ?? '')
    if (failed === null) toast(t('picture.removed'))
  }
  return (
    <div className="flex flex-wrap items-center gap-4">
      <Avatar name={name} src={avatar} size="xl" me decorative />
      <div className="grid gap-2">
        <div className="flex flex-wrap gap-2">
          <Button size="sm" icon={ImageUp} onClick={() => chosen.current?.click()}>
            {avatar ? t('picture.change') : t('picture.choose')}
          </Button>
          {/* Elsewhere the same button would only open the files again. */}
          <Button size="sm" icon={Camera} className="not-pointer-coarse:hidden" onClick={() => taken.current?.click()}>
            {t('picture.take')}
          </Button>
          {avatar && (
            <Button size="sm" variant="ghost" icon={Trash2} loading={busy} onClick={() => void remove()}>
              {t('picture.remove')}
            </Button>
          )}
        </div>
        <p className="text-30 text-muted" role="status">
          {refused || t('picture.hint')}
        </p>
      </div>
      <input
        ref={chosen}
        type="file"
        accept="image/*"
        hidden
        aria-label={t('picture.choose')}
        onChange={event => void open(event.target)}
      />
      <input
        ref={taken}
        type="file"
        accept="image/*"
        capture="user"
        hidden
        aria-label={t('picture.take')}
        onChange={event => void open(event.target)}
      />
      {source && (
        <Suspense>
          <CropDialog
            source={source}
            onClose={() => setSource(null)}
            onChosen={async picture => {
              const failed = await put(picture)
              if (failed !== null) return failed
              setSource(null)
              toast(t('picture.saved'))
              return null
            }}
          />
        </Suspense>
      )}
    </div>
  )
}
