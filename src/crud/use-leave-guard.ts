import type { TFunction } from 'i18next'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useBlocker } from 'react-router-dom'
import { confirm } from '#src/ui/confirm.tsx'

/** Asks whether what was typed may be lost. */
export const askToLeave = (t: TFunction<'crud'>) =>
  confirm({
    title: t('form.leaveTitle'),
    text: t('form.leaveText'),
    confirmLabel: t('form.leave'),
    cancelLabel: t('form.stay'),
    danger: true,
  })

/** Asks before a page with something typed is left; a clean one is left freely. What it returns lets the next step pass. */
export function useLeaveGuard(isDirty: () => boolean): () => void {
  const { t } = useTranslation('crud')
  const open = useRef(false)
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isDirty() && !open.current && currentLocation.pathname !== nextLocation.pathname,
  )
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    void askToLeave(t).then(leave => (leave ? blocker.proceed() : blocker.reset()))
  }, [blocker, t])
  return () => {
    open.current = true
  }
}
