import { useTranslation } from 'react-i18next'
import { everythingIsKept } from '#src/session/dirty.ts'
import { signOut } from '#src/session/session.ts'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'

export function TimeOutDialog({ seconds, onStay }: { seconds: number; onStay: () => void }) {
  const { t } = useTranslation('auth')
  return (
    <Dialog
      open
      onClose={onStay}
      title={t('timeOut.title')}
      description={t('timeOut.text', { count: seconds })}
      footer={
        <>
          <Button onClick={() => void signOut()}>{t('timeOut.signOut')}</Button>
          <Button variant="primary" onClick={onStay}>
            {t('timeOut.stay')}
          </Button>
        </>
      }
    >
      {!everythingIsKept() && <p>{t('timeOut.lost')}</p>}
    </Dialog>
  )
}
