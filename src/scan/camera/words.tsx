import Camera from 'lucide-react/icons/camera'
import CameraOff from 'lucide-react/icons/camera-off'
import { useTranslation } from 'react-i18next'
import { Button } from '#src/ui/button.tsx'
import { Icon } from '#src/ui/icon.tsx'
import type { Trouble } from './stream.ts'

/** Not asked yet, or why there is no picture: what is true, what helps, and a button where one helps. */
export type Why = 'unasked' | Trouble

/** Nothing that a button could do would change it. */
const hopeless: readonly Why[] = ['insecure']

export function Words({ why, onOpen }: { why: Why; onOpen: () => void }) {
  const { t } = useTranslation('scan')
  return (
    <div
      role={why === 'unasked' ? undefined : 'alert'}
      className="relative grid max-w-[46ch] justify-items-center gap-2 px-6 py-4 text-center text-pretty"
    >
      <Icon of={why === 'unasked' ? Camera : CameraOff} size="xl" className="text-camera-muted" />
      <h2 className="text-60">{t(`camera.${why}.title`)}</h2>
      <p className="text-camera-muted">{t(`camera.${why}.text`)}</p>
      {!hopeless.includes(why) && (
        <Button variant="primary" className="mt-2" onClick={onOpen}>
          {t(why === 'unasked' ? 'camera.turnOn' : 'camera.tryAgain')}
        </Button>
      )}
    </div>
  )
}
