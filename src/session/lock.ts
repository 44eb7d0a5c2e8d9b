import { useSyncExternalStore } from 'react'
import { listeners } from '#src/lib/listeners.ts'
import { onTabMessage, tellTabs } from '#src/offline/channel.ts'
import { changeSession, readSession, readShared, writeShared, type DeviceSession } from '#src/offline/device.ts'
import { lastTouch, touch } from '#src/offline/presence.ts'
import { readWho } from './house.ts'

// In localStorage: known at the first moment of a page, shared by all tabs, and gone with the session.
const LOCKED = 'locked'
const TRIES = 'lockTries'
const MINUTE = 60_000

/** Wrong passwords after which the lock gives up and the person is signed out. */
const MOST_TRIES = 5

const { subscribe, tell } = listeners()
let shared = false

/** Hears that the device was locked or unlocked. Answers how to stop that. */
export const onLock = subscribe

export const isLocked = (): boolean => localStorage.getItem(LOCKED) !== null
export const useLocked = (): boolean => useSyncExternalStore(subscribe, isLocked)

/** Do several people use this device in turn? Known once the app has started. */
export const isSharedDevice = (): boolean => shared
export const useSharedDevice = (): boolean => useSyncExternalStore(subscribe, isSharedDevice)

/** Can this device judge a password without the server? */
export const judgesAlone = async (): Promise<boolean> => Boolean((await readSession().catch(() => null))?.verifier)

const forgetPassword = (kept: DeviceSession): DeviceSession => {
  const { verifier: _verifier, ...rest } = kept
  return rest
}

/** For the device, whoever is signed in on it. */
export async function setSharedDevice(on: boolean): Promise<void> {
  await writeShared(on)
  if (!on) await changeSession(forgetPassword)
  shared = on
  tell()
  tellTabs({ kind: 'shared' })
}

/** What the device knows, whichever tab it was told in; where it does not answer, what this tab knows stands. */
async function readSharedAgain(): Promise<void> {
  shared = await readShared().catch(() => shared)
  tell()
}

/** Hides everything until the password is typed again, in all tabs. */
export function lockNow(): void {
  if (isLocked()) return
  localStorage.setItem(LOCKED, '1')
  hide()
  tell()
}

/** The password was right. */
export function unlock(): void {
  touch()
  localStorage.removeItem(LOCKED)
  localStorage.removeItem(TRIES)
  reveal()
  tell()
}

/** Counts a wrong password; answers how many are left. Loading the page again does not start anew. */
export function countTry(): number {
  const tries = Number(localStorage.getItem(TRIES)) + 1
  localStorage.setItem(TRIES, String(tries))
  return Math.max(0, MOST_TRIES - tries)
}

// What is behind the lock keeps its state and is not drawn: nothing of it can be seen, focused, found or read out.
const CLASS = 'locked'
let focused: Element | null = null

function hide(): void {
  const { documentElement: root } = document
  if (root.classList.contains(CLASS)) return
  focused = document.activeElement
  root.classList.add(CLASS)
}

function reveal(): void {
  document.documentElement.classList.remove(CLASS)
  if (focused instanceof HTMLElement && focused.isConnected) focused.focus({ preventScroll: true })
  focused = null
}

const minutes = () => (shared ? (readWho()?.house.lockMinutes ?? 0) : 0)

/** Locks if nobody has touched the device for too long; answers when to look again. */
function look(): number {
  const limit = minutes() * MINUTE
  if (limit === 0 || isLocked()) return MINUTE
  const left = lastTouch() + limit - Date.now()
  if (left <= 0) lockNow()
  return Math.max(left, 1_000)
}

/** Before anything is drawn: a shared device that was left too long is locked. */
export async function startLock(): Promise<void> {
  shared = await readShared().catch(() => false)
  if (lastTouch() === 0) touch()
  look()
  tell()
}

/** From now on a shared device locks itself. Answers how to stop that. */
export function watchLock(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const next = () => {
    clearTimeout(timer)
    const pause = look()
    clearTimeout(timer)
    timer = setTimeout(next, pause)
  }
  // A tab that was hidden for long had no timers; it looks before it is drawn.
  const events = [
    [document, 'visibilitychange'],
    [window, 'pageshow'],
    [window, 'focus'],
  ] as const
  const follow = (event: StorageEvent) => {
    if (event.key !== LOCKED) return
    if (isLocked()) hide()
    else reveal()
    tell()
  }
  next()
  for (const [target, event] of events) target.addEventListener(event, next)
  window.addEventListener('storage', follow)
  const forget = onTabMessage(({ kind }) => kind === 'shared' && void readSharedAgain())
  const stopHearing = subscribe(next)
  return () => {
    clearTimeout(timer)
    for (const [target, event] of events) target.removeEventListener(event, next)
    window.removeEventListener('storage', follow)
    forget()
    stopHearing()
  }
}

/** For the first moment of a page: nothing is drawn that was locked. */
export function hideIfLocked(): void {
  if (isLocked()) hide()
}
