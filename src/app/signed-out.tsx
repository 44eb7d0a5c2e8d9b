import { Suspense, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { AuthLayout } from '#src/pages/auth-layout.tsx'
import type { Typed } from '#src/pages/auth-parts.tsx'
import { SignInPage } from '#src/pages/sign-in-page.tsx'
import { piece } from '#src/lib/piece.ts'
import { takeLinkToken } from '#src/session/link-token.ts'
import { isOfSomebodyElse, whoseEntry } from '#src/session/own-entry.ts'
import { HOME, safeRedirect, SIGN_IN, signInAddress } from '#src/session/safe-redirect.ts'
import { forgetReason, readReason } from '#src/session/session.ts'
import type { Waiting } from '#src/session/waiting.ts'

const SignUpPage = piece(() => import('#src/pages/sign-up-page.tsx').then(({ SignUpPage }) => SignUpPage))
const ForgotPage = piece(() => import('#src/pages/forgot-password-page.tsx').then(({ ForgotPage }) => ForgotPage))
const ResetPage = piece(() => import('#src/pages/reset-password-page.tsx').then(({ ResetPage }) => ResetPage))

const others = ['/sign-up', '/forgot-password', '/reset-password']
const pathNow = () => location.pathname.toLowerCase().replace(/\/+$/, '')
/** Where somebody wanted to go; whoever signs in after somebody else begins at home. */
const wantedPage = (userId: number) =>
  isOfSomebodyElse(userId) ? HOME : safeRedirect(new URLSearchParams(location.search).get('redirectUrl'))

const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  window.addEventListener('popstate', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('popstate', listener)
  }
}

function goTo(path: string) {
  history.pushState({ whose: whoseEntry() }, '', path + location.search)
  for (const listener of listeners) listener()
}

/**
 * What the world outside sees: four pages that need no router. Whoever asks for another address finds it kept in
 * `redirectUrl`, which stays in the address from page to page.
 */
export function SignedOut({ warmUp }: { warmUp: () => Promise<unknown> }) {
  const path = useSyncExternalStore(subscribe, pathNow)
  const [reason] = useState(readReason)
  const [token, setToken] = useState(takeLinkToken)
  const [typed, setTyped] = useState<Typed>({ username: reason?.next ?? '', name: '', email: '' })
  const [changed, setChanged] = useState(false)
  const [waiting, setWaiting] = useState<Waiting | null>(null)
  const [shared, setShared] = useState(false)
  /** Somebody is signed in, and the address is theirs: until this page goes it may still be drawn. */
  const arrived = useRef(false)

  // Not while rendering: React may begin anew, and what was taken would be lost.
  useEffect(() => {
    if (reason?.whose !== undefined) history.replaceState({ whose: reason.whose }, '')
    forgetReason()
  }, [reason])

  useEffect(() => {
    const wanted = location.pathname + location.search + location.hash
    if (!arrived.current && path !== SIGN_IN && !others.includes(path))
      history.replaceState({ whose: whoseEntry() }, '', signInAddress(wanted))
    const take = () => setToken(takeLinkToken)
    take()
    window.addEventListener('hashchange', take)
    return () => window.removeEventListener('hashchange', take)
  }, [path])

  useEffect(() => {
    // While somebody types, the rest of the app arrives. That it does not is no reason to say so yet.
    const look = async () => {
      const device = await tidyUp()
      setWaiting(device.waiting)
      setShared(device.shared)
    }
    const later = setTimeout(() => {
      warmUp().catch(() => {})
      look().catch(() => {})
    }, 500)
    return () => clearTimeout(later)
  }, [warmUp])

  const page = {
    goTo,
    typed,
    onTyped: (more: Partial<Typed>) => setTyped(before => ({ ...before, ...more })),
    onSignedIn: (userId: number) => {
      arrived.current = true
      history.replaceState(null, '', wantedPage(userId))
    },
  }
  const onChanged = (username: string) => {
    page.onTyped({ username })
    setChanged(true)
    goTo(SIGN_IN)
  }
  return (
    <Suspense fallback={<AuthLayout>{null}</AuthLayout>}>
      {path === '/sign-up' ? (
        <SignUpPage {...page} />
      ) : path === '/forgot-password' ? (
        <ForgotPage {...page} />
      ) : path === '/reset-password' ? (
        <ResetPage {...page} key={token ?? ''} token={token} onChanged={onChanged} />
      ) : (
        <SignInPage {...page} reason={reason} changed={changed} waiting={waiting} shared={shared} />
      )}
    </Suspense>
  )
}

type Device = { waiting: Waiting | null; shared: boolean }

/** What an earlier sign-out could not finish, and what of other people waits on this device. */
async function tidyUp(): Promise<Device> {
  const [{ tidyUp }, { isShared, whatWaits }] = await Promise.all([
    import('#src/session/arrival.ts'),
    import('#src/session/waiting.ts'),
  ])
  await tidyUp().catch(() => {})
  return { waiting: await whatWaits(), shared: await isShared() }
}
