import { useSyncExternalStore } from 'react'
import type { SignInInput, SignUpInput } from '#contract/calls/session.ts'
import { onSignedOut, unreachable } from '#src/offline/api.ts'
import { readToken } from '#src/offline/token.ts'
import { goWithoutAsking, keepAndLeave, leftElsewhere } from './dirty.ts'
import { whoseEntry } from './own-entry.ts'
import { SIGN_IN, signInAddress } from './safe-redirect.ts'
import {
  dropSession,
  endedElsewhere,
  hadSession,
  isOfAnother,
  keepSession,
  onSessionChange,
  session,
  TURN,
  type Session,
} from './store.ts'

export const useSession = (): Session => useSyncExternalStore(onSessionChange, session)

/** Why somebody finds themselves at the sign-in page: by choice, refused by the server, or after wrong passwords. */
export type Reason = {
  kind: 'chosen' | 'expired' | 'lockedOut'
  /** What the server said about it. */
  words?: string
  /** Who comes next on this device. */
  next?: string
  /** Whose page it was to which the sign-in form leads back. */
  whose?: number | undefined
}

// All tabs of this browser are signed out together.
const tabs = new BroadcastChannel('caredesk-session')
const REASON = 'signedOutBecause'

type Input = { password: string; device?: string | undefined }
type Before = (userId: number) => void

/**
 * Throws what the server answered, or an error without words when it answered nothing. `before` runs just before the
 * session is there and the rest of the app takes over.
 */
async function enter(path: string, input: Input, keep: boolean, before: Before): Promise<void> {
  const { thisDevice, keepOnDevice, askToEnter } = await loadArrival()
  const device = await thisDevice()
  const json = device === null ? input : { ...input, device }
  const answer = await askToEnter(path, json)
  await keepOnDevice(answer, keep, input.password, () => {
    before(answer.userId)
    keepSession(answer.token, answer.user)
    arrived = Date.now()
  })
}

let arrived: number | null = null
/** When the person signed in on this page, in ms; null where they came in signed in, or have been greeted. */
export const arrivedAt = (): number | null => arrived
export const forgetArrival = (): void => {
  arrived = null
}

// Without it nothing could be kept; a device that cannot fetch it has no connection.
export const loadArrival = () =>
  import('./arrival.ts').catch((error: unknown) => {
    throw unreachable(error)
  })

export const signIn = (input: SignInInput, before: Before): Promise<void> =>
  enter('/auth/sign-in', input, input.keep ?? true, before)

/** The new account is signed in at once, and pending. */
export const signUp = (input: SignUpInput, before: Before): Promise<void> => enter('/auth/sign-up', input, true, before)

/** How long somebody who leaves waits for the server, in all. */
const PATIENCE = 2_000
/** Who keeps their turn for longer than this is frozen, and loses it. */
const TURN_TAKES = 10_000
const patience = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))

let leaving = false
/** The session is over and the page is about to go; what it shows until then does not matter. */
export const isLeaving = () => leaving

/** Leaves this tab at the sign-in page with nothing of the session in memory. */
function goToSignIn(reason: Reason) {
  const here = location.pathname + location.search + location.hash
  const leadsBack = reason.kind === 'expired'
  sessionStorage.setItem(REASON, JSON.stringify(leadsBack ? { ...reason, whose: whoseEntry() } : reason))
  // What could be kept is kept, and no question may stand over the page of the next person.
  goWithoutAsking()
  location.replace(leadsBack ? signInAddress(here) : SIGN_IN)
}

/**
 * This page slept while its person left and another came, or the same one again: nothing on it belongs to the session that is
 * there now, and it has no say in it.
 */
function goAnew() {
  leaving = true
  sessionStorage.clear()
  goWithoutAsking()
  // Whoever is signed in is led on from there.
  location.replace(SIGN_IN)
}

async function leave(reason: Reason) {
  if (leaving) return
  if (isOfAnother()) return goAnew()
  leaving = true
  const token = readToken()
  // The server knows of an end that it made itself.
  const tells = reason.kind !== 'expired'
  const prepared = import('./prepare-leave.ts').then(({ prepareLeave }) => prepareLeave(tells, patience(PATIENCE)))
  // What needs the token comes before the others hear of it: any of them may take it away then.
  await Promise.race([Promise.allSettled([prepared]), patience(PATIENCE)])
  await keepAndLeave()
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has none
  tabs.postMessage(reason)
  try {
    const { kept, told, endByToken, inTurnWithin, signOutHere, toldOfEnd } = await prepared
    await leftElsewhere()
    const from = performance.now()
    await told
    const left = PATIENCE - (performance.now() - from)
    if (isOfAnother()) return
    const heard = tells && token ? endByToken(token) : Promise.resolve(false)
    dropSession()
    const whose = { userId: kept?.userId ?? null, heard, ...(kept && tells ? { revocation: kept.revocation } : {}) }
    // Whoever is signing in in another tab comes before it or after it.
    const end = async () => void (isOfAnother() || (await signOutHere(whose)))
    await inTurnWithin(TURN, TURN_TAKES, end, () => undefined)
    // A page that goes away takes its requests with it. Offline, the next start sends it.
    if (tells) await Promise.race([heard.then(toldOfEnd), patience(left)])
  } finally {
    leaveWith(reason)
  }
}

/** Ends what is left of this page's session, and never one that began while something was waited for. */
function leaveWith(reason: Reason) {
  if (isOfAnother()) return goAnew()
  dropSession()
  goToSignIn(reason)
}

/** The local state goes whatever the server says; a sign-out made offline reaches it later. */
export const signOut = (kind: 'chosen' | 'lockedOut' = 'chosen'): Promise<void> => leave({ kind })

/** Makes room for somebody else; what is unsent stays here, sealed. */
export const switchUser = (next: string): Promise<void> => leave({ kind: 'chosen', next })

/** From now on this tab leaves when the server refuses the session or another tab signs out. Answers how to stop that. */
export function watchSession(): () => void {
  // From here on it is known whose session this page shows.
  session()
  const follow = async (event: MessageEvent<Reason>) => {
    if (leaving) return
    if (isOfAnother()) return goAnew()
    leaving = true
    // Whoever signs out waits for this with what closes the database, but not for a page that slept.
    if (!endedElsewhere()) {
      await keepAndLeave()
      // The token goes once everybody has kept what is typed.
      await leftElsewhere()
    }
    sessionStorage.clear()
    leaveWith(event.data)
  }
  const hear = (event: MessageEvent<Reason>) => void follow(event)
  // What said that its session is over may reach a tab that slept later than that there is another one, or never.
  const look = () => {
    if (!leaving && hadSession() && isOfAnother()) goAnew()
  }
  // A page taken from the back/forward cache still shows what was on it.
  const renew = (event: PageTransitionEvent) => event.persisted && location.reload()
  const stop = onSignedOut(words => void leave({ kind: 'expired', words }))
  tabs.addEventListener('message', hear)
  window.addEventListener('storage', look)
  document.addEventListener('visibilitychange', look)
  window.addEventListener('pageshow', renew)
  return () => {
    stop()
    tabs.removeEventListener('message', hear)
    window.removeEventListener('storage', look)
    document.removeEventListener('visibilitychange', look)
    window.removeEventListener('pageshow', renew)
  }
}

/** Said once by the sign-in page, which forgets it when it stands. */
export function readReason(): Reason | null {
  try {
    const reason = JSON.parse(sessionStorage.getItem(REASON) ?? 'null') as Partial<Reason> | null
    return reason?.kind && ['chosen', 'expired', 'lockedOut'].includes(reason.kind) ? (reason as Reason) : null
  } catch {
    return null
  }
}

export const forgetReason = () => sessionStorage.removeItem(REASON)
