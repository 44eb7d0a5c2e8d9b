import UserRoundPlus from 'lucide-react/icons/user-round-plus'
import { useTranslation } from 'react-i18next'
import { useUnsent } from '#src/data/use-unsent.ts'
import { NameButton } from '#src/parts/name-button.tsx'
import { useOthersHere } from '#src/session/use-others-here.ts'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { closeSwitch, useSwitch } from './switch-user-open.ts'
import { useSwitchTo } from './use-switch-to.ts'

/** Hands a shared device to the next person: their name is pressed, and the sign-in form waits for their password. */
export function SwitchUser() {
  return useSwitch() ? <Choose /> : null
}

function Choose() {
  const { t } = useTranslation(['auth', 'shell'])
  const { kept, unkept } = useUnsent()
  const { busy, switchTo } = useSwitchTo()
  const others = useOthersHere()
  if (!others) return null
  return (
    <Dialog
      open
      onClose={closeSwitch}
      title={t('switch.title')}
      description={[
        kept > 0 ? t('switch.unsent', { count: kept }) : t('switch.text'),
        unkept > 0 && t('shell:profile.unkept', { count: unkept }),
      ]
        .filter(Boolean)
        .join(' ')}
    >
      <ul className="grid gap-2" aria-label={t('switch.people')}>
        {others.map(name => (
          <li key={name}>
            <NameButton block name={name} disabled={busy} onClick={() => void switchTo(name)} />
          </li>
        ))}
        <li>
          <Button block variant="ghost" icon={UserRoundPlus} disabled={busy} onClick={() => void switchTo('')}>
            {t('switch.other')}
          </Button>
        </li>
      </ul>
    </Dialog>
  )
}
