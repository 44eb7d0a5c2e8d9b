/** Nobody looks at the page. A service worker has none, and is never hidden. */
export const isHidden = () => typeof document !== 'undefined' && document.visibilityState === 'hidden'

/** Tells when somebody comes back to the page, or the network to the device. Answers how to stop it. */
export function onWake(wake: () => void): () => void {
  const stopped = new AbortController()
  if (typeof document !== 'undefined') {
    for (const event of ['focus', 'online', 'pageshow'])
      globalThis.addEventListener(event, wake, { signal: stopped.signal })
    document.addEventListener('visibilitychange', wake, { signal: stopped.signal })
  }
  return () => stopped.abort()
}
