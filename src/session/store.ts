import type { SessionUser } from '#contract/calls/session.ts'
import { isSameSession } from '#src/offline/token.ts'

/** Signed in is a token and the flag, both; either alone is nobody. */
export type Session = { signedIn: true; user: SessionUser } | { signedIn: false; user: null }

const nobody: Session = { signedIn: false, user: null }
const keys = ['token', 'sessionUser', 'signedIn'] as const

/** Sessions of this browser begin and end one after the other. */
export const TURN = 'caredesk-session'

const parse = (text: string | null): unknown => {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}

const isUser = (value: unknown): value is SessionUser =>
  typeof value === 'object' && value !== null && Array.isArray((value as SessionUser).permissions)

/** Of the session that this page shows; it stays when that session ends, because what is on the page stays too. */
let ownToken: string | null = null
/** Was it this page that ended it? */
let isDropped = false

const read = (): Session => {
  const token = localStorage.getItem('token')
  const user = parse(localStorage.getItem('sessionUser'))
  if (!token || localStorage.getItem('signedIn') !== 'true' || !isUser(user)) return nobody
  ownToken ??= token
  return { signedIn: true, user }
}

let current: Session | undefined
const listeners = new Set<() => void>()

export const session = (): Session => (current ??= read())

/** Has this page shown a session? */
export const hadSession = (): boolean => ownToken !== null

/** Is the session in this browser one that another tab has begun, and not the one that this page shows? */
export function isOfAnother(): boolean {
  const token = localStorage.getItem('token')
  return token !== null && !isSameSession(token, ownToken)
}

/**
 * Was the session that this page shows ended without it, as while it slept? What it had kept is sealed then, and what it wrote now
 * would lie beside that for anybody to read.
 */
export const endedElsewhere = (): boolean =>
  ownToken !== null && !isDropped && !isSameSession(localStorage.getItem('token'), ownToken)

const changed = () => {
  current = undefined
  for (const listener of listeners) listener()
}

export function keepSession(token: string, user: SessionUser) {
  ownToken = token
  isDropped = false
  localStorage.setItem('token', token)
  localStorage.setItem('sessionUser', JSON.stringify(user))
  localStorage.setItem('signedIn', 'true')
  changed()
}

/** All tabs go on with the token of now. False where the session that had the one before has ended meanwhile. */
export function renewToken(before: string | null, token: string): boolean {
  if (before === null || localStorage.getItem('token') !== before) return false
  localStorage.setItem('token', token)
  return true
}

/** What the server says of the user now; a session that has ended meanwhile stays ended. */
export function refreshUser(user: SessionUser) {
  if (!session().signedIn || !isUser(user) || JSON.stringify(user) === localStorage.getItem('sessionUser')) return
  localStorage.setItem('sessionUser', JSON.stringify(user))
  changed()
}

export function dropSession() {
  isDropped ||= hadSession() && !endedElsewhere()
  for (const key of keys) localStorage.removeItem(key)
  changed()
}

export function onSessionChange(listener: () => void): () => void {
  const fromElsewhere = (event: StorageEvent) => {
    if (event.key === null || keys.some(key => key === event.key)) changed()
  }
  listeners.add(listener)
  window.addEventListener('storage', fromElsewhere)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', fromElsewhere)
  }
}
