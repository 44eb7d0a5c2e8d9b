import {
  LIVE_PATH,
  LIVE_PROTOCOL,
  liveClosed,
  liveMessage,
  ticketCall,
  ticketProtocol,
  type LiveMessage,
} from '#contract/calls/live.ts'
import { codeOf } from './api.ts'
import { ask } from './ask.ts'
import { isHidden } from './wake.ts'

/** After this without a word the other end is gone: it says something every twenty seconds. */
const SILENCE = 50_000
const BACKOFF_FROM = 1_000
const BACKOFF_TO = 2 * 60_000
/** A connection that lasted this long was a good one: the next try does not wait long. */
const GOOD = 10_000
/** A tab that is not looked at lets another one have the connection, but not for a glance at another tab. */
const LINGER = 15_000

export type LiveOptions = {
  userId: number
  deviceId: string
  /**
   * Connected, or no more. Whoever connects has missed something: everything is asked for once. `isNew`: nobody tells what
   * others wrote before this, since no place was heard of.
   */
  onUp: (up: boolean, isNew: boolean) => void
  onMessage: (message: LiveMessage) => void
  random?: () => number
}

/**
 * Keeps the one live connection of this browser: the tab that holds the lock has it, and only tabs that are looked at ask for
 * the lock. Without locks each tab has one of its own, which is as right and costs more.
 */
export function startLive(options: LiveOptions): { stop: () => void } {
  const stopped = new AbortController()
  let shift: AbortController | null = null
  let lingering: ReturnType<typeof setTimeout> | undefined

  const begin = () => {
    clearTimeout(lingering)
    if (stopped.signal.aborted || shift || isHidden()) return
    const mine = (shift = new AbortController())
    void held(`live:${options.userId}`, mine.signal, () => stayConnected(options, mine.signal))
      .catch((error: unknown) => {
        if (!mine.signal.aborted) console.error(error)
      })
      .finally(() => {
        if (shift === mine) shift = null
      })
  }
  const leave = () => {
    shift?.abort()
    shift = null
  }
  const look = () => {
    if (!isHidden()) return begin()
    clearTimeout(lingering)
    lingering = setTimeout(leave, LINGER)
  }

  document.addEventListener('visibilitychange', look)
  window.addEventListener('pagehide', leave)
  window.addEventListener('pageshow', look)
  begin()
  return {
    stop: () => {
      stopped.abort()
      clearTimeout(lingering)
      leave()
      document.removeEventListener('visibilitychange', look)
      window.removeEventListener('pagehide', leave)
      window.removeEventListener('pageshow', look)
    },
  }
}

/** Does the work when no other tab does it any more, and until it is done or called off. */
const held = (name: string, signal: AbortSignal, work: () => Promise<void>): Promise<void> =>
  navigator.locks ? navigator.locks.request(name, { signal }, work) : work()

type Place = { epoch: string; seq: number }

/** Connects again and again until it is called off or the session is over. */
async function stayConnected(options: LiveOptions, signal: AbortSignal): Promise<void> {
  const { random = Math.random } = options
  let place: Place | null = null
  let failures = 0
  /** How often in a row its rights ended a young connection. */
  let turns = 0
  while (!signal.aborted) {
    const begun = performance.now()
    const ended = await connection(options, signal, place, at => {
      place = at
    })
    if (ended === 'signed-out') return
    if (ended === 'rights') {
      // The server is well. Whose rights are changed again and again hears of it within the second each time.
      failures = 0
      turns = performance.now() - begun > GOOD ? 0 : turns + 1
      await pause(turns < 2 ? 0 : random() * BACKOFF_FROM, signal)
      continue
    }
    failures = performance.now() - begun > GOOD ? 0 : failures + 1
    // Full jitter: after a restart the devices of a whole business must not come back at once.
    await pause(random() * Math.min(BACKOFF_TO, BACKOFF_FROM * 2 ** failures), signal)
  }
}

/** One connection, from its ticket to its end. */
async function connection(
  { deviceId, onUp, onMessage }: LiveOptions,
  signal: AbortSignal,
  place: Place | null,
  onPlace: (place: Place) => void,
): Promise<'ended' | 'rights' | 'signed-out'> {
  let ticket: string
  try {
    ticket = (await ask(ticketCall, { deviceId }, { signal })).ticket
  } catch (error) {
    return codeOf(error) === 'signed-out' ? 'signed-out' : 'ended'
  }
  if (signal.aborted) return 'ended'
  const socket = new WebSocket(addressOf(place), [LIVE_PROTOCOL, ticketProtocol(ticket)])
  let isUp = false
  let silence: ReturnType<typeof setTimeout> | undefined
  const end = () => socket.close()
  const wait = () => {
    clearTimeout(silence)
    silence = setTimeout(end, SILENCE)
  }
  signal.addEventListener('abort', end)
  window.addEventListener('offline', end)
  wait()
  socket.addEventListener('message', ({ data }) => {
    wait()
    const message = read(data)
    if (!message) return end()
    onPlace({ epoch: message.epoch, seq: message.seq })
    onMessage(message)
    if (isUp) return
    isUp = true
    onUp(true, place === null)
  })
  const code = await new Promise<number>(resolve => {
    socket.addEventListener('close', event => resolve(event.code))
  })
  clearTimeout(silence)
  signal.removeEventListener('abort', end)
  window.removeEventListener('offline', end)
  if (isUp) onUp(false, false)
  return code === liveClosed.rights ? 'rights' : 'ended'
}

function read(data: unknown): LiveMessage | null {
  try {
    const read = liveMessage.safeParse(JSON.parse(data as string))
    return read.success ? read.data : null
  } catch {
    return null
  }
}

/** Where it is: as it was built, else beside the API. What was heard last goes along, so that the gap is told. */
function addressOf(place: Place | null): string {
  const api = import.meta.env.VITE_API_BASE ?? '/api'
  const url = new URL(import.meta.env.VITE_SOCKET_URL ?? `${api}${LIVE_PATH}`, location.href)
  url.protocol = url.protocol.replace('http', 'ws')
  if (place) url.search = new URLSearchParams({ epoch: place.epoch, seq: String(place.seq) }).toString()
  return url.href
}

/** Waits, or not so long: a network that comes back, or somebody who looks at the page again, ends it. */
const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>(resolve => {
    const done = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      for (const [target, event] of wakers()) target.removeEventListener(event, done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    signal.addEventListener('abort', done)
    for (const [target, event] of wakers()) target.addEventListener(event, done)
  })

const wakers = (): [EventTarget, string][] => [
  [window, 'online'],
  [window, 'focus'],
]
