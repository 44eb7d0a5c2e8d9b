import { useTranslation } from 'react-i18next'
import { useConnection } from '#src/data/use-connection.ts'
import { useChangePassword } from '#src/parts/change-password.tsx'
import { refreshActor } from '#src/session/actor.ts'
import { useMe } from '#src/session/house.ts'
import { signOut, useSession } from '#src/session/session.ts'
import { Button } from '#src/ui/button.tsx'
import { AuthLayout } from './auth-layout.tsx'
import { AuthForm, AuthNotice } from './auth-parts.tsx'

/** All that somebody sees who came in with a one-time password. Turns into the app once they have one of their own. */
export function FirstPasswordPage() {
  const { t } = useTranslation('auth')
  const { name } = useMe()
  const { user } = useSession()
  const { online } = useConnection()
  const words = {
    current: t('first.current'),
    currentHint: t('first.currentHint'),
    currentNeeded: t('first.currentNeeded'),
    new: t('newPassword'),
  }
  const username = user?.username ?? ''
  const { fields, busy, submit } = useChangePassword({ username, words, onChanged: refreshActor })
  return (
    <AuthLayout below={!online && <AuthNotice>{t('offlineHere')}</AuthNotice>}>
      <AuthForm title={t('first.title')} about={t('first.about', { name })} onSubmit={() => void submit()}>
        {fields}
        <Button type="submit" variant="primary" size="lg" block loading={busy}>
          {t('reset.submit')}
        </Button>
        <Button className="justify-self-start" onClick={() => void signOut()}>
          {t('pending.signOut')}
        </Button>
      </AuthForm>
    </AuthLayout>
  )
}
