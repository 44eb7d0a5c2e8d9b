import { keepBeforeLeaving } from '#src/session/dirty.ts'
import { isLocked, onLock } from '#src/session/lock.ts'
import { isLeaving } from '#src/session/session.ts'
import { endStream, hasCameras, openStream, opensAtOnce, troubleOf, whenDecided, type Trouble } from './stream.ts'

export type CameraState =
  | { is: 'unasked' | 'asking' | 'away' }
  | { is: 'live'; stream: MediaStream }
  | { is: 'trouble'; trouble: Trouble }

/** Behind the lock of the device nobody scans, nor once the session is about to end. */
export const mayScan = () => !isLocked() && !isLeaving()
const isLookedAt = () => document.visibilityState === 'visible' && mayScan()

/**
 * The camera of one page, from the moment in which it stands there until it is left. It is given back whenever nobody looks, and
 * opened again only where it was: a phone may ask anew each time.
 */
export function makeCamera(tell: (state: CameraState) => void) {
  let stream: MediaStream | null = null
  /** What comes for an earlier turn is closed as it comes. */
  let turn = 0
  let isWanted = false
  let isAway = false
  let isAsking = false

  const release = () => {
    turn += 1
    isAsking = false
    endStream(stream)
    stream = null
  }
  /** Gives it back, and says why. It stays so until somebody opens it again. */
  const fail = (trouble: Trouble) => {
    release()
    isWanted = false
    tell({ is: 'trouble', trouble })
  }

  async function open() {
    release()
    const mine = turn
    isWanted = true
    isAway = false
    if (!hasCameras()) return fail('insecure')
    isAsking = true
    tell({ is: 'asking' })
    try {
      const opened = await openStream(() => mine === turn)
      if (mine !== turn) return endStream(opened)
      isAsking = false
      stream = opened
      // Unplugged, or taken by another app.
      opened.getVideoTracks()[0]?.addEventListener('ended', () => stream === opened && fail('busy'))
      tell({ is: 'live', stream: opened })
    } catch (error) {
      const trouble = await troubleOf(error)
      if (mine === turn) fail(trouble)
    }
  }

  /** Opens where somebody looks. On a hidden page it waits until they do. */
  const openWhenSeen = () => {
    if (isLookedAt()) return void open()
    isWanted = true
    isAway = true
    tell({ is: 'away' })
  }

  const leave = () => {
    if (!isWanted || isAway) return
    isAway = true
    release()
    tell({ is: 'away' })
  }
  // A phone may end it behind a page without a word, be it that the page was hidden or that the track is over.
  const isDead = () => stream?.getVideoTracks().every(({ readyState }) => readyState === 'ended') ?? false
  const comeBack = () => {
    if (isWanted && (isAway || isDead()) && isLookedAt()) void open()
  }

  /** Opens where nothing has to be said before. Answers how to end for good, whatever is on its way. */
  function start(): () => void {
    const over = new AbortController()
    const { signal } = over
    const looked = () => (isLookedAt() ? comeBack() : leave())
    document.addEventListener('visibilitychange', looked, { signal })
    window.addEventListener('pagehide', leave, { signal })
    // A phone does not always say by the first that a page is seen again.
    for (const kind of ['pageshow', 'focus']) window.addEventListener(kind, comeBack, { signal })
    const stops = [onLock(looked), keepBeforeLeaving(async () => leave())]
    const stopListening = whenDecided({
      // Who presses "Allow" changes the permission as well, while the camera is on its way already.
      allowed: () => stream || isAsking || openWhenSeen(),
      // The camera ends with it, and would be said to be unplugged.
      forbidden: () => fail('blocked'),
    })
    // A page may be put away and back in one go, with a turn behind it.
    const before = turn
    const begin = (atOnce: boolean) => {
      // Somebody has pressed the button meanwhile.
      if (signal.aborted || turn !== before) return
      if (atOnce) openWhenSeen()
      else tell({ is: 'unasked' })
    }
    if (!hasCameras()) fail('insecure')
    else void opensAtOnce().then(begin)
    return () => {
      over.abort()
      stopListening()
      for (const stop of stops) stop()
      isWanted = false
      release()
    }
  }

  return { start, open, fail }
}
