import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useBlocker } from 'react-router-dom'
import { confirm } from '#src/ui/confirm.tsx'

/** Asks before a page with something typed is left; a clean one is left freely. `left()` lets the next step pass. */
export function useLeaveGuard(isDirty: () => boolean) {
  const { t } = useTranslation('crud')
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isDirty() && currentLocation.pathname !== nextLocation.pathname,
  )
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    void confirm({
      title: t('form.leaveTitle'),
      text: t('form.leaveText'),
      confirmLabel: t('form.leave'),
      cancelLabel: t('form.stay'),
      danger: true,
    }).then(leave => (leave ? blocker.proceed() : blocker.reset()))
  }, [blocker, t])
}
