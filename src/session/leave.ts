import type { TFunction } from 'i18next'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useBlocker, type Location } from 'react-router-dom'
import { confirm } from '#src/ui/confirm.tsx'
import { holdOpen, somethingIsTyped, whatIsTypedIsKept } from './dirty.ts'

/** While something typed is not saved, nothing reloads the page by itself, and closing it asks first. */
export function useHoldOpen(dirty: boolean) {
  useEffect(() => (dirty ? holdOpen() : undefined), [dirty])
}

/**
 * Asks whether to leave what was typed; a draft of it waits on this device, where one is kept. Whose words `t` looks up
 * first does not matter: each key names the namespace that it is in.
 */
export const askToLeave = (t: TFunction) =>
  confirm({
    title: t('crud:form.leaveTitle'),
    text: whatIsTypedIsKept() ? t('crud:form.leaveKept') : t('crud:form.leaveText'),
    confirmLabel: t('crud:form.leave'),
    cancelLabel: t('crud:form.stay'),
    danger: true,
  })

/** Whatever the address says besides, it is the same page. */
const pageOf = ({ pathname }: Location) => pathname

/**
 * Asks before a page with something typed is left (or the part of it that `placeOf` names); a clean one is left freely. What
 * it returns lets the next step pass.
 */
export function useLeaveGuard(isDirty: () => boolean, placeOf = pageOf): () => void {
  const { t } = useTranslation('crud')
  const open = useRef(false)
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isDirty() && !open.current && placeOf(currentLocation) !== placeOf(nextLocation),
  )
  // What is clean by now has gone through; what is typed into it later asks again.
  useEffect(() => {
    if (!isDirty()) open.current = false
  })
  const ask = useEffectEvent(() => askToLeave(t))
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    void ask().then(leave => (leave ? blocker.proceed() : blocker.reset()))
  }, [blocker])
  return () => {
    open.current = true
  }
}

/** Closes what is clean at once, and asks before something typed is lost with it; leaving the page asks as well. */
export function useAskedClose(isTyped: boolean, onClose: () => void, placeOf = pageOf): () => Promise<void> {
  const { t } = useTranslation('crud')
  // The router asks one guard only: whichever it is speaks for all that is typed into.
  useLeaveGuard(somethingIsTyped, placeOf)
  return async () => {
    if (!isTyped || (await askToLeave(t))) onClose()
  }
}
