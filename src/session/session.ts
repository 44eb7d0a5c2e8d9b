import { useSyncExternalStore } from 'react'
import type { SignInAnswer, SignInInput } from '#contract/calls/session.ts'
import { callApi, onSignedOut } from '#src/offline/api.ts'
import { SIGN_IN, signInAddress } from './safe-redirect.ts'
import { dropSession, keepSession, onSessionChange, session, type Session } from './store.ts'

export const useSession = (): Session => useSyncExternalStore(onSessionChange, session)

/** Why somebody finds themselves at the sign-in page. */
export type Reason = 'chosen' | 'expired'

// All tabs of this browser are signed out together.
const tabs = new BroadcastChannel('caredesk-session')
const REASON = 'signedOutBecause'

/**
 * Throws what the server answered, or an error without words when it answered nothing. `before` runs just before the
 * session is there and the rest of the app takes over.
 */
export async function signIn(input: SignInInput, before: () => void): Promise<void> {
  const answer = await callApi<SignInAnswer | null | undefined>('POST', '/auth/sign-in', { json: input })
  if (!answer?.token || !answer.user) throw new Error('')
  const { token, user, userId, revocation, actor } = answer
  const { writeSession } = await import('#src/offline/device.ts')
  // Without a working database the app still works online; the reason is shown as trouble of the device.
  await writeSession({ userId, sessionUser: user, actor, revocation }).catch(() => {})
  before()
  keepSession(token, user)
}

const patience = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))

let leaving = false
/** The session is over and the page is about to go; what it shows until then does not matter. */
export const isLeaving = () => leaving

/** Leaves this tab at the sign-in page with nothing of the session in memory. */
function goToSignIn(reason: Reason) {
  const here = location.pathname + location.search + location.hash
  sessionStorage.setItem(REASON, reason)
  location.replace(reason === 'chosen' ? SIGN_IN : signInAddress(here))
}

async function leave(reason: Reason) {
  if (leaving) return
  leaving = true
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has none
  tabs.postMessage(reason)
  try {
    // Loaded before the local state goes, so that a missing piece cannot stop half-way.
    const [{ readSession }, { signOutHere, sendRevocations }] = await Promise.all([
      import('#src/offline/device.ts'),
      import('#src/offline/wipe.ts'),
    ])
    const kept = await readSession().catch(() => null)
    dropSession()
    if (!kept) return
    await signOutHere({ userId: kept.userId, ...(reason === 'chosen' ? { revocation: kept.revocation } : {}) })
    // A page that goes away takes its requests with it. Offline, the next start sends it.
    if (reason === 'chosen') await Promise.race([sendRevocations().catch(() => {}), patience(2_000)])
  } finally {
    dropSession()
    goToSignIn(reason)
  }
}

/** The local state goes whatever the server says; a sign-out made offline reaches it later. */
export const signOut = (): Promise<void> => leave('chosen')

/** From now on this tab leaves when the server refuses the session or another tab signs out. Answers how to stop that. */
export function watchSession(): () => void {
  const follow = (event: MessageEvent<Reason>) => {
    if (leaving) return
    leaving = true
    dropSession()
    goToSignIn(event.data)
  }
  // A page taken from the back/forward cache still shows what was on it.
  const renew = (event: PageTransitionEvent) => event.persisted && location.reload()
  const stop = onSignedOut(() => void leave('expired'))
  tabs.addEventListener('message', follow)
  window.addEventListener('pageshow', renew)
  return () => {
    stop()
    tabs.removeEventListener('message', follow)
    window.removeEventListener('pageshow', renew)
  }
}

/** Asked once by the sign-in page. */
export function takeReason(): Reason | null {
  const reason = sessionStorage.getItem(REASON)
  sessionStorage.removeItem(REASON)
  return reason === 'expired' || reason === 'chosen' ? reason : null
}
