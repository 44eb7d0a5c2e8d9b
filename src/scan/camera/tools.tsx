import Flashlight from 'lucide-react/icons/flashlight'
import FlashlightOff from 'lucide-react/icons/flashlight-off'
import SwitchCamera from 'lucide-react/icons/switch-camera'
import ZoomIn from 'lucide-react/icons/zoom-in'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#src/ui/button.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { Menu } from '#src/ui/menu.tsx'
import { chooseCamera, keepZoom, keptZoom } from './stream.ts'
import { cameraOf, camerasHere, hasLight, keepInFocus, setLight, setZoom, zoomsOf, type Device } from './track.ts'

type Props = { stream: MediaStream; onOther: () => void }

/** Light, zoom and the choice of a camera, each where the camera has it. */
export function Tools({ stream, onOther }: Props) {
  const { t } = useTranslation('scan')
  const [isLit, setLit] = useState(false)
  const [zoom, setShown] = useState(1)
  const [cameras, setCameras] = useState<Device[]>([])
  const [zooms] = useState(() => zoomsOf(stream))
  const [canLight] = useState(() => hasLight(stream))
  useEffect(() => {
    const begin = async () => {
      await keepInFocus(stream)
      const kept = keptZoom(stream)
      // A camera that does not focus on what is near is held at a distance, with each visit.
      if (kept > 1 && zooms.includes(kept) && (await setZoom(stream, kept))) setShown(kept)
    }
    void begin()
    const look = () => void camerasHere().then(setCameras)
    look()
    navigator.mediaDevices.addEventListener?.('devicechange', look)
    return () => navigator.mediaDevices.removeEventListener?.('devicechange', look)
  }, [stream, zooms])

  const light = async () => {
    if (await setLight(stream, !isLit)) setLit(!isLit)
  }
  const nearer = async () => {
    const next = zooms[(zooms.indexOf(zoom) + 1) % zooms.length]!
    if (!(await setZoom(stream, next))) return
    setShown(next)
    keepZoom(stream, next)
  }
  const choose = (camera: Device) => {
    chooseCamera(camera)
    onOther()
  }
  return (
    <>
      {canLight && (
        <IconButton
          variant="secondary"
          icon={isLit ? FlashlightOff : Flashlight}
          label={t('camera.light')}
          aria-pressed={isLit}
          onClick={() => void light()}
        />
      )}
      {zooms.length > 1 && (
        <Button icon={ZoomIn} aria-label={t('camera.zoom', { times: zoom })} onClick={() => void nearer()}>
          {t('camera.times', { times: zoom })}
        </Button>
      )}
      {cameras.length > 1 && (
        <Menu
          trigger={<IconButton variant="secondary" icon={SwitchCamera} label={t('camera.choose')} />}
          items={cameras.map((camera, at) => ({
            label: camera.name || t('camera.nameless', { number: at + 1 }),
            checked: camera.id === cameraOf(stream),
            onSelect: () => choose(camera),
          }))}
        />
      )}
    </>
  )
}
