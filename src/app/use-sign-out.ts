import { useTranslation } from 'react-i18next'
import { everythingIsKept, somethingIsOpen } from '#src/session/dirty.ts'
import { signOut } from '#src/session/session.ts'
import { confirm } from '#src/ui/confirm.tsx'

/** Signs out; where a form has something unsaved only if the person says so. */
export function useSignOut(): () => void {
  const { t } = useTranslation()
  const leave = async () => {
    const question = {
      title: everythingIsKept() ? t('profile.draftTitle') : t('profile.unsavedTitle'),
      text: everythingIsKept() ? t('profile.draftText') : t('profile.unsavedText'),
      confirmLabel: t('profile.signOut'),
      cancelLabel: t('profile.stay'),
      danger: true,
    }
    if (!somethingIsOpen() || (await confirm(question))) await signOut()
  }
  return () => void leave()
}
