import { useTranslation } from 'react-i18next'
import { useUnsent } from '#src/data/use-unsent.ts'
import { whatIsTypedIsKept } from '#src/session/dirty.ts'
import { signOut } from '#src/session/session.ts'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'

export function TimeOutDialog({ seconds, onStay }: { seconds: number; onStay: () => void }) {
  const { t } = useTranslation(['auth', 'shell'])
  const { kept, unkept } = useUnsent()
  return (
    <Dialog
      open
      onClose={onStay}
      title={t('timeOut.title')}
      description={[t('timeOut.text', { count: seconds }), t(unkept > 0 ? 'timeOut.drafts' : 'timeOut.kept')].join(' ')}
      footer={
        <>
          <Button onClick={() => void signOut()}>{t('timeOut.signOut')}</Button>
          <Button variant="primary" onClick={onStay}>
            {t('timeOut.stay')}
          </Button>
        </>
      }
    >
      {kept > 0 && <p className="font-medium">{t('timeOut.unsent', { count: kept })}</p>}
      {unkept > 0 && <p className="font-medium">{t('shell:profile.unkept', { count: unkept })}</p>}
      {!whatIsTypedIsKept() && <p>{t('timeOut.lost')}</p>}
    </Dialog>
  )
}
