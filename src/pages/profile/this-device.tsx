import Lock from 'lucide-react/icons/lock'
import Palette from 'lucide-react/icons/palette'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { openThemePanel } from '#src/app/theme-panel-open.ts'
import { useHouse } from '#src/session/house.ts'
import { lockNow, setSharedDevice, useSharedDevice } from '#src/session/lock.ts'
import { useLockRefusal } from '#src/session/use-lock-refusal.ts'
import { Button } from '#src/ui/button.tsx'
import { Card } from '#src/ui/card.tsx'
import { Switch } from '#src/ui/switch.tsx'

/** What is true of this device alone. */
export function ThisDevice() {
  const { t } = useTranslation('profile')
  const shared = useSharedDevice()
  const lockRefusal = useLockRefusal()
  const reason = useId()
  const { lockMinutes } = useHouse()
  return (
    <Card title={t('device.title')}>
      <div className="grid gap-4">
        <div className="grid gap-1">
          <Switch label={t('device.shared')} checked={shared} onChange={on => void setSharedDevice(on)} />
          <p className="text-30 text-pretty text-muted">
            {lockMinutes > 0 ? t('device.sharedText', { count: lockMinutes }) : t('device.neverLocks')}
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          <Button
            size="sm"
            icon={Lock}
            disabled={lockRefusal !== undefined}
            aria-describedby={lockRefusal && reason}
            onClick={lockNow}
          >
            {t('device.lock')}
          </Button>
          <Button size="sm" icon={Palette} onClick={() => openThemePanel()}>
            {t('device.look')}
          </Button>
        </div>
        {lockRefusal && (
          <p id={reason} className="text-30 text-pretty text-muted">
            {lockRefusal}
          </p>
        )}
      </div>
    </Card>
  )
}
