import { clsx } from 'clsx'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { asSent, type Code } from '#src/scan/decode/code.ts'
import { Spinner } from '#src/ui/spinner.tsx'
import { Guide } from './guide.tsx'
import { PhotoButtons, PhotoResult, type Photographed } from './photo.tsx'
import { Picture } from './picture.tsx'
import { Ready } from './ready.tsx'
import { mayScan } from './session.ts'
import { makeTeller } from './told.ts'
import { Tools } from './tools.tsx'
import { useCamera } from './use-camera.ts'
import { Words } from './words.tsx'

/** The frame is green for so long after a code, in ms. */
const SHOWN = 600

type Props = {
  /** Once for each time that a code is shown, as a gun would send it. */
  onCode: (text: string) => void
}

/** Reads codes with the camera of this device, or from a photo. It is as wide as its place, and as high as that lets it be. */
export function Camera({ onCode }: Props) {
  const { t } = useTranslation('scan')
  const { state, open, fail } = useCamera()
  const [tellOf] = useState(() => makeTeller())
  const [right, setRight] = useState<Code | null>(null)
  /** The stream of which pictures were read. */
  const [read, setRead] = useState<MediaStream | null>(null)
  const [photographed, setPhotographed] = useState<Photographed | null>(null)
  useEffect(() => {
    if (!right) return undefined
    const timer = setTimeout(() => setRight(null), SHOWN)
    return () => clearTimeout(timer)
  }, [right])

  const tell = (code: Code) => {
    // A picture was looked at while the device was locked.
    if (!mayScan()) return
    // Another object each time: what is read twice is shown twice.
    setRight({ ...code })
    setPhotographed(null)
    onCode(asSent(code))
  }
  const stream = state.is === 'live' ? state.stream : null
  const see = (codes: Code[]) => {
    setRead(stream)
    const code = tellOf(codes)
    if (code) tell(code)
  }
  const why = state.is === 'unasked' ? 'unasked' : state.is === 'trouble' ? state.trouble : null
  return (
    <section
      aria-label={t('camera.label')}
      data-camera={why ?? state.is}
      // Dark in every theme: what is light beside a picture blinds.
      data-schema="default"
      className={clsx(
        'dark relative grid min-h-[min(18rem,60dvh)] grid-rows-[1fr_auto] overflow-clip bg-camera text-camera-text',
        // Words take the room that they need.
        !why && 'aspect-square max-h-[42dvh] w-full landscape:aspect-video',
      )}
    >
      <div className="grid min-h-0 place-items-center">
        {stream && (
          <>
            <Picture stream={stream} onCodes={see} onBroken={() => fail('unread')} />
            <Guide isRight={right !== null} />
            <Ready isReady={read === stream} />
          </>
        )}
        {why && <Words why={why} onOpen={open} />}
        {state.is === 'asking' && (
          <p role="status" className="flex items-center gap-2 text-camera-muted">
            <Spinner /> {t('camera.asking')}
          </p>
        )}
      </div>
      {photographed && <PhotoResult of={photographed} onCode={tell} className="relative bg-camera" />}
      <div className="relative flex flex-wrap items-center gap-2 p-3">
        {stream && <Tools key={stream.id} stream={stream} onOther={open} />}
        <span className="ms-auto" />
        <PhotoButtons onCode={tell} onOther={setPhotographed} />
      </div>
    </section>
  )
}
