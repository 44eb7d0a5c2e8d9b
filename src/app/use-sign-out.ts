import { useTranslation } from 'react-i18next'
import { useData } from '#src/data/data.ts'
import { countWaiting } from '#src/offline/outbox/count.ts'
import { everythingIsKept, somethingIsOpen } from '#src/session/dirty.ts'
import { signOut } from '#src/session/session.ts'
import { confirm } from '#src/ui/confirm.tsx'
import { askAboutUnsent } from './unsent-dialog-open.ts'

/** Signs out; where a form has something unsaved, or something is unsent, only as the person says. */
export function useSignOut(): () => void {
  const { t } = useTranslation()
  const { db } = useData()
  const leave = async () => {
    const question = {
      title: everythingIsKept() ? t('profile.draftTitle') : t('profile.unsavedTitle'),
      text: everythingIsKept() ? t('profile.draftText') : t('profile.unsavedText'),
      confirmLabel: t('profile.signOut'),
      cancelLabel: t('profile.stay'),
      danger: true,
    }
    if (somethingIsOpen() && !(await confirm(question))) return
    // Counted now: the page may not have seen yet what waits.
    const unsent = db ? await countWaiting(db).catch(() => 0) : 0
    if (unsent > 0) askAboutUnsent()
    else await signOut()
  }
  return () => void leave()
}
