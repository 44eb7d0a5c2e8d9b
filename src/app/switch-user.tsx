import UserRound from 'lucide-react/icons/user-round'
import UserRoundPlus from 'lucide-react/icons/user-round-plus'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useUnsent } from '#src/data/use-unsent.ts'
import { rememberedHere } from '#src/session/remembered.ts'
import { switchUser, useSession } from '#src/session/session.ts'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { closeSwitch, useSwitch } from './switch-user-open.ts'
import { useLeaveQuestion, whatIsTyped } from './use-sign-out.ts'

/** Hands a shared device to the next person: their name is pressed, and the sign-in form waits for their password. */
export function SwitchUser() {
  return useSwitch() ? <Choose /> : null
}

function Choose() {
  const { t } = useTranslation(['auth', 'shell'])
  const { user } = useSession()
  const { kept, unkept } = useUnsent()
  const mayLeave = useLeaveQuestion()
  const [names, setNames] = useState<string[]>()
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    rememberedHere().then(setNames, () => setNames([]))
  }, [])
  const choose = async (next: string) => {
    // What has a draft is not lost, so that nobody is asked about it.
    if (!(await mayLeave(whatIsTyped() === 'unsaved' ? 'unsaved' : null))) return
    setBusy(true)
    await switchUser(next)
  }
  if (!names) return null
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
        {names
          .filter(name => name !== user?.username)
          .map(name => (
            <li key={name}>
              <Button block icon={UserRound} disabled={busy} onClick={() => void choose(name)}>
                <bdi>{name}</bdi>
              </Button>
            </li>
          ))}
        <li>
          <Button block variant="ghost" icon={UserRoundPlus} disabled={busy} onClick={() => void choose('')}>
            {t('switch.other')}
          </Button>
        </li>
      </ul>
    </Dialog>
  )
}
