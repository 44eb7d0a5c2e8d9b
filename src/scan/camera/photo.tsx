import { clsx } from 'clsx'
import Aperture from 'lucide-react/icons/aperture'
import ImageUp from 'lucide-react/icons/image-up'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useIsHere } from '#src/lib/use-is-here.ts'
import { asSent, type Code } from '#src/scan/decode/code.ts'
import { decode } from '#src/scan/decode/decoder.ts'
import { Button } from '#src/ui/button.tsx'
import { mayScan } from './session.ts'

/** What came of a photo, where that is not one code: several to choose from, none, or no picture at all. */
export type Photographed = Code[] | 'unreadable'

type Props = { onCode: (code: Code) => void; onOther: (photographed: Photographed | null) => void }

/** Reads a photo of this device, or one that is taken now. Needs no permission, so it is there in every state. */
export function PhotoButtons({ onCode, onOther }: Props) {
  const { t } = useTranslation('scan')
  const files = useRef<HTMLInputElement>(null)
  const shutter = useRef<HTMLInputElement>(null)
  const [isReading, setReading] = useState(false)
  const isHere = useIsHere()
  const read = async (file: File) => {
    setReading(true)
    onOther(null)
    const found = await decode({ photo: file }).catch(() => 'unreadable' as const)
    if (!isHere.current) return
    setReading(false)
    const [only, ...others] = found === 'unreadable' ? [] : found
    if (only && others.length === 0) onCode(only)
    else onOther(found)
  }
  const chosen = (from: HTMLInputElement) => {
    const [file] = from.files ?? []
    // The same file can be chosen again.
    from.value = ''
    if (file) void read(file)
  }
  return (
    <>
      <input ref={files} type="file" accept="image/*" hidden onChange={event => chosen(event.currentTarget)} />
      <input
        ref={shutter}
        type="file"
        accept="image/*"
        capture="environment"
        hidden
        onChange={event => chosen(event.currentTarget)}
      />
      <Button icon={ImageUp} loading={isReading} onClick={() => files.current?.click()}>
        {t('camera.photo')}
      </Button>
      <Button
        icon={Aperture}
        loading={isReading}
        onClick={() => shutter.current?.click()}
        className="hidden! pointer-coarse:inline-flex!"
      >
        {t('camera.takePhoto')}
      </Button>
    </>
  )
}

type ResultProps = { of: Photographed; onCode: (code: Code) => void; className: string }

/** What is said of a photo that has not one code. */
export function PhotoResult({ of, onCode, className }: ResultProps) {
  const { t } = useTranslation('scan')
  if (of === 'unreadable' || of.length === 0)
    return (
      <p role="alert" className={clsx('px-4 py-2', className)}>
        {t(of === 'unreadable' ? 'camera.noPicture' : 'camera.noCode')}
      </p>
    )
  return (
    <div role="group" aria-label={t('camera.which')} className={clsx('grid gap-2 px-4 py-2', className)}>
      <p role="status">{t('camera.which')}</p>
      <div className="flex flex-wrap gap-2">
        {of.map(code => (
          <Button key={code.text} className="max-w-full" onClick={() => onCode(code)}>
            <span className="truncate">{code.text}</span>
          </Button>
        ))}
      </div>
    </div>
  )
}

/** Reads photos where the camera is off, as at a desk: they need no permission. */
export function PhotoReader({ onCode }: { onCode: (text: string) => void }) {
  const [photographed, setPhotographed] = useState<Photographed | null>(null)
  const tell = (code: Code) => {
    if (!mayScan()) return
    setPhotographed(null)
    onCode(asSent(code))
  }
  return (
    <div className="border-b bg-surface-sunken">
      {photographed && <PhotoResult of={photographed} onCode={tell} className="" />}
      <div className="flex flex-wrap justify-end gap-2 px-3 py-2">
        <PhotoButtons onCode={tell} onOther={setPhotographed} />
      </div>
    </div>
  )
}
