import { useTranslation } from 'react-i18next'
import { Spinner } from '#src/ui/spinner.tsx'

/** Says over the picture whether it is read by now: the first time what reads it may come later than the camera. */
export function Ready({ isReady }: { isReady: boolean }) {
  const { t } = useTranslation('scan')
  return (
    <p role="status" className="pointer-events-none absolute inset-x-0 top-3 flex justify-center px-3">
      <span className="inline-flex items-center gap-2 rounded-full bg-camera px-3 py-1 text-30 font-medium">
        {isReady ? <i aria-hidden="true" className="size-2 shrink-0 rounded-full bg-camera-ok" /> : <Spinner />}
        {t(isReady ? 'camera.ready' : 'camera.starting')}
      </span>
    </p>
  )
}
