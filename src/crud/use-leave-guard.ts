import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useBlocker } from 'react-router-dom'
import { confirm } from '#src/ui/confirm.tsx'

/** Asks before a page with something typed is left; a clean one is left freely. What it returns lets the next step pass. */
export function useLeaveGuard(dirty: boolean): () => void {
  const { t } = useTranslation('crud')
  const open = useRef(false)
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => dirty && !open.current && currentLocation.pathname !== nextLocation.pathname,
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
  return () => {
    open.current = true
  }
}
