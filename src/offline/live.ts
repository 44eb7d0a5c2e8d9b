import type { LiveMessage } from '#contract/calls/live.ts'
import type { Register } from '#contract/module.ts'
import { whenQuiet } from '#src/lib/when-quiet.ts'
import { onTabMessage, tellTabs } from './channel.ts'
import { markConnection, readConnection } from './connection.ts'
import { isNews, liveIn, spread } from './heard.ts'

/** While message follows message, the device asks what is new so often, in ms. */
const PULL_EVERY = 1_000

type Options = {
  userId: number
  deviceId: string
  register: Register
  /** Asks the server what is new, at once. */
  pullNow: () => void
  /** This person wrote records of these modules past the app's queue. */
  onOwn: (modules: string[]) => void
  /** From here on news are told; nobody told of what was asked before and changed since. */
  onBegun: () => void
}

/**
 * Live updates of this tab: from the connection if this tab has it, else from the tab that has. The connection's code is
 * fetched when there is nothing more urgent.
 */
export function followLive({ userId, deviceId, register, pullNow, onOwn, onBegun }: Options): {
  stop: () => void
} {
  const stopped = new AbortController()
  let isLeading = false

  let pulledAt = -Infinity
  let soon: ReturnType<typeof setTimeout> | undefined
  /** At once, or when the pause after the last time is over: the last of many messages is never left out. */
  const pullSoon = () => {
    clearTimeout(soon)
    const pause = pulledAt + PULL_EVERY - performance.now()
    if (pause > 0) {
      soon = setTimeout(pullSoon, pause)
      return
    }
    pulledAt = performance.now()
    pullNow()
  }

  const up = (live: boolean, isNew: boolean) => {
    isLeading = live
    markConnection({ live })
    tellTabs({ kind: 'live', userId, up: live })
    // Connected: whatever was missed is fetched. Cut: is the server there at all?
    pullNow()
    if (isNew) onBegun()
  }

  const hear = ({ epoch, changes, many, missed }: LiveMessage) => {
    liveIn(epoch)
    const own = new Set([
      ...changes.filter(change => change.own && isNews(change)).map(({ t }) => t),
      ...many.filter(({ own }) => own).map(({ t }) => t),
    ])
    if (own.size > 0) {
      onOwn([...own])
      tellTabs({ kind: 'changed', userId, modules: [...own] })
    }
    spread(userId, {
      epoch,
      changes: changes.filter(({ own }) => !own).map(({ t, id, v }) => ({ t, id, v })),
      many: missed ? Object.keys(register) : many.filter(({ own }) => !own).map(({ t }) => t),
    })
    if (changes.length > 0 || many.length > 0 || missed) pullSoon()
  }

  const forget = onTabMessage(message => {
    if (message.userId !== userId) return
    if (message.kind === 'live' && !isLeading) markConnection({ live: message.up })
    if (message.kind === 'whoIsLive' && isLeading) tellTabs({ kind: 'live', userId, up: true })
  })
  // A tab that is looked at again may have slept through the end of the one that was connected.
  const look = () => {
    if (document.visibilityState === 'hidden' || isLeading) return
    if (readConnection().live) markConnection({ live: false })
    tellTabs({ kind: 'whoIsLive', userId })
  }
  document.addEventListener('visibilitychange', look)
  tellTabs({ kind: 'whoIsLive', userId })

  const connect = async () => {
    const { startLive } = await import('./socket.ts')
    if (stopped.signal.aborted) return
    const live = startLive({ userId, deviceId, onUp: up, onMessage: hear })
    stopped.signal.addEventListener('abort', live.stop)
  }
  const cancel = whenQuiet(() => void connect().catch(() => undefined)) // without a network the pull is what there is

  return {
    stop: () => {
      stopped.abort()
      clearTimeout(soon)
      cancel()
      forget()
      document.removeEventListener('visibilitychange', look)
      if (isLeading) tellTabs({ kind: 'live', userId, up: false })
      markConnection({ live: false })
    },
  }
}
