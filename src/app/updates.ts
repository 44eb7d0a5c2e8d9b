import { messageSW, Workbox } from 'workbox-window'
import type { Version } from '#contract/build.ts'
import { readConnection, watchConnection } from '#src/offline/connection.ts'
import { goAway, isKilled } from '#src/offline/kill.ts'
import { build } from '#src/offline/outbox/build.ts'
import { goWithoutAsking } from '#src/session/dirty.ts'
import { tellNews } from './app-news.ts'
import { answerOthers, busyHere, whenQuiet, type Busy } from './quiesce.ts'

const WORKER = '/sw.js'
const HOUR = 60 * 60_000
/** Several who ask at one time are one. */
const BREATH = 5_000
/** What did not come through is asked for once more after this time. */
const ASK_AGAIN = 10_000
const UNATTENDED = 5 * 60_000
/** A worker that was told to take over does so within this time, or the person is told. */
const TAKE_OVER = 20_000
/** It is told again meanwhile: a request of a page may call the one before it back at that very moment. */
const TELL_AGAIN = 2_000
/** A page that was told to load anew is gone within this time. */
const GO_WITHIN = 10_000

/**
 * The newer version: one that waits to take over; one that has, while this page was kept for its unsaved input; or one that only
 * the server has, where no worker keeps the app.
 */
let newer: ServiceWorker | 'took over' | 'served' | null = null
let registration: ServiceWorkerRegistration | undefined
/** Who is asked for a newer version: the worker, or the server where there is none. Null: that is not known yet. */
let asks: 'worker' | 'server' | null = null

const show = (next: typeof newer) => {
  newer = next
  tellNews({ newer: newer !== null })
}

// TypeScript's own types do not have these yet.
type TrustedTypes = {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): { createScriptURL(url: string): unknown }
}

// Our policy lets exactly one script become a service worker.
const workerUrl = (): string => {
  const policy = (window as { trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy('sw-url', {
    createScriptURL: url => {
      if (url !== WORKER) throw new TypeError(`${url} is not our service worker`)
      return url
    },
  })
  return (policy?.createScriptURL(WORKER) ?? WORKER) as string
}

/** Another tab let it take over. */
function takenOver() {
  show('took over')
  void applyUpdate()
}

let going = false
/** Ends when the page should long have gone: until then nothing of it may begin. */
async function reload(): Promise<null> {
  if (going) return null
  going = true
  goWithoutAsking()
  location.reload()
  await new Promise(resolve => setTimeout(resolve, GO_WITHIN))
  going = false
  return null
}

/** Has it taken over? A page that loads before that comes back as it was. */
const takesOver = (worker: ServiceWorker): Promise<boolean> =>
  new Promise(resolve => {
    const end = (isOver: boolean) => {
      clearInterval(telling)
      clearTimeout(patience)
      navigator.serviceWorker.removeEventListener('controllerchange', hear)
      resolve(isOver)
    }
    const hear = () => end(true)
    const tell = () => void messageSW(worker, { type: 'SKIP_WAITING' })
    const telling = setInterval(tell, TELL_AGAIN)
    const patience = setTimeout(() => end(worker.state === 'activated'), TAKE_OVER)
    navigator.serviceWorker.addEventListener('controllerchange', hear)
    tell()
  })

/** Keeps the app on the device and notices new versions. One takes over only when the person says so, or nobody looks. */
export async function watchUpdates(): Promise<void> {
  if (!import.meta.env.PROD) return
  asks = (await mayHaveWorker()) ? 'worker' : 'server'
  if (asks === 'worker') watchWorker()
  watchRefusal()
}

/** Not in every browser, and not where the house has told it to go away: then it goes here. */
async function mayHaveWorker(): Promise<boolean> {
  if (!('serviceWorker' in navigator)) return false
  if (!(await isKilled())) return true
  for (const each of await navigator.serviceWorker.getRegistrations()) await goAway(each)
  return false
}

function watchWorker(): void {
  let isFirst = navigator.serviceWorker.controller === null
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    // The first worker takes over a page that is already of its version.
    if (isFirst) isFirst = false
    else if (newer !== 'took over') takenOver()
  })
  answerOthers()

  countAttention()
  workbox = keeper()
  ask()
  setInterval(askForUpdate, HOUR)
  window.addEventListener('online', askForUpdate)
  window.addEventListener('focus', askForUpdate)
  document.addEventListener('visibilitychange', () => {
    countAttention()
    if (document.visibilityState === 'visible') askForUpdate()
  })
}

/** Held by every tab that somebody looks at, or has within the last minutes. */
const LOOKED_AT = 'caredesk-looked-at'
/** Null where nobody has looked at this tab for that long. */
let letGo: (() => void) | null = null
let isLetGo: Promise<unknown> | undefined
let away: ReturnType<typeof setTimeout> | undefined

/** From now on this tab is looked at, or its minutes begin. */
function countAttention(): void {
  clearTimeout(away)
  if (letGo === null) {
    const isOver = new Promise<void>(resolve => (letGo = resolve))
    isLetGo = navigator.locks?.request(LOOKED_AT, { mode: 'shared' }, () => isOver).catch(() => undefined)
  }
  if (document.visibilityState !== 'visible') away = setTimeout(() => void goUnattended(), UNATTENDED)
}

/** Nobody has looked at this tab for so long: it exchanges itself, or tries again later where that cannot be. */
async function goUnattended(): Promise<void> {
  letGo?.()
  letGo = null
  clearTimeout(away)
  away = setTimeout(() => void goUnattended(), UNATTENDED)
  await isLetGo
  // A version that takes over makes every tab load, also the one that somebody reads at this moment.
  if (typeof newer === 'string' || !(await isLookedAt())) await applyUpdate({ wait: false })
}

async function isLookedAt(): Promise<boolean> {
  const { held = [] } = (await navigator.locks?.query()) ?? {}
  return held.some(({ name }) => name === LOOKED_AT)
}

/** The server does not take what this build sends. */
function watchRefusal(): void {
  let wasRefused = false
  const look = () => {
    const { refusedBuild } = readConnection()
    if (refusedBuild && !wasRefused) askForUpdate()
    wasRefused = refusedBuild
  }
  watchConnection(look)
  look()
}

/** Made once: our policy lets the address through, and cannot be made a second time. */
let workbox: Workbox | undefined
function keeper(): Workbox {
  const made = new Workbox(workerUrl(), { updateViaCache: 'none' })
  // What waited before this page looked, and what comes first.
  made.addEventListener('waiting', ({ sw }) => follow(sw ?? null))
  return made
}

async function register(): Promise<void> {
  const registered = await workbox!.register({ immediate: true })
  if (!registered) return
  registration = registered
  // The library follows the first one that it did not ask for, and none after that: a page is open for days.
  follow(registered.installing)
  registered.addEventListener('updatefound', () => follow(registered.installing))
}

const followed = new WeakSet<ServiceWorker>()
function follow(worker: ServiceWorker | null): void {
  if (worker === null || followed.has(worker)) return
  followed.add(worker)
  let isWhole = worker.state !== 'installing'
  const look = () => {
    if (worker.state === 'installed') isWhole = true
    // One of its pieces did not come through.
    if (worker.state === 'redundant' && !isWhole) askAgain()
    if (worker.state === 'installed') showWaiting(worker)
    if (worker.state === 'redundant' && newer === worker) show(registration?.waiting ?? null)
  }
  worker.addEventListener('statechange', look)
  look()
}

/** The very first version has nobody to wait for. */
function showWaiting(worker: ServiceWorker): void {
  if (!navigator.serviceWorker.controller) return
  // What was put off is the one before it.
  tellNews({ later: false })
  show(worker)
  if (letGo === null) void goUnattended()
}

async function lookForNewest(): Promise<void> {
  if (asks === 'server') return lookAtServer()
  try {
    await lookAtWorker()
  } catch (error) {
    // It never came, or the house told it to go away while this page was open.
    if (!(await navigator.serviceWorker.getRegistration().catch(() => undefined))) await lookAtServer()
    throw error
  }
}

/** Which one the server was last seen to have. */
let seenBuild: string = build

/** A page that no worker keeps is a newer one as soon as it is loaded again. */
async function lookAtServer(): Promise<void> {
  const served = await whatIsNew()
  if (served === null) throw new Error('The server does not say which build it has')
  if (served.build === build) return
  // What was put off is the one before it.
  if (served.build !== seenBuild) tellNews({ later: false })
  seenBuild = served.build
  show('served')
}

async function lookAtWorker(): Promise<void> {
  const { installing, waiting, active } = registration ?? {}
  // Nothing came through yet, or not all of the very first version, which takes its registration with it.
  if (!installing && !waiting && !active) await register()
  // It is there already, and this page has not heard of it.
  if (waiting && newer === null) showWaiting(waiting)
  // What an earlier visit opened is looked at once more by the browser itself only after a day.
  await workbox?.update()
}

/**
 * Asks the server whether there is a newer version: at once, or a few seconds after it was asked last. Where no answer came,
 * as in the moment in which a network comes back, or a piece of it did not come through, it is asked once more.
 */
export function askForUpdate(): void {
  if (asks === null || due !== undefined) return
  const wait = askedAt + BREATH - performance.now()
  if (wait > 0) due = setTimeout(ask, wait)
  else ask()
}
let due: ReturnType<typeof setTimeout> | undefined
let askedAt = Number.NEGATIVE_INFINITY
let mayAskAgain = false

function ask(): void {
  due = undefined
  askedAt = performance.now()
  mayAskAgain = true
  lookForNewest().catch(askAgain)
}
function askAgain(): void {
  if (mayAskAgain) setTimeout(() => void lookForNewest().catch(() => {}), ASK_AGAIN)
  mayAskAgain = false
}

/**
 * Lets the newer version take over, once a draft is kept of all that is typed, in every tab, and nothing is on its way to the
 * server; every tab then loads it. Answers what is in the way. `wait`: may it wait for changes that are being sent? `losing`: may
 * what found no room on the device, and is in this page alone, go with it?
 */
export async function applyUpdate({ wait = true, losing = false } = {}): Promise<Busy | null> {
  if (newer === null || going) return null
  // The keys of a database are asked for only here: whoever is signed out has none.
  const userId = await import('#src/offline/device.ts')
    .then(({ readSession }) => readSession())
    .then(
      session => session?.userId ?? null,
      () => null,
    )
  // Nothing but the server brings this page back: it stays while that does not answer.
  if (newer === 'served' && (await whatIsNew()) === null) {
    show(null)
    return null
  }
  // It has taken over already, or there is nothing to take over: each tab sees to itself.
  if (newer === 'took over' || newer === 'served') return whenQuiet({ userId, wait, losing, alone: true }, reload)
  return whenQuiet({ userId, wait, losing }, async () => {
    const worker = newer
    if (worker === null || typeof worker === 'string') return null
    show('took over')
    // What was typed while it did is kept first, or this page stays for it and loads anew later.
    if (await takesOver(worker)) return (await busyHere(losing)) ?? reload()
    show(worker)
    return 'stuck'
  })
}

/** What the server says is new; null where it cannot be asked. */
export async function whatIsNew(): Promise<Version | null> {
  try {
    const answer = await fetch('/version.json', { cache: 'no-store' })
    return answer.ok ? ((await answer.json()) as Version) : null
  } catch {
    return null
  }
}
