import { waitForNextPage } from '#src/lib/piece.ts'
import { everythingIsKept, goWithoutAsking, keepWhatIsOpen, somethingIsOpen } from '#src/session/dirty.ts'
import { tellNews } from './app-news.ts'

/** When this tab was last loaded again for a piece. */
const RELOADED = 'reloadedForPiece'
/** Loaded again more often, a page would do nothing else where a piece stays missing. In ms. */
const CALM = 60_000

/**
 * A piece does not come: an older build is gone from the server, or the service worker ended while it handed it out, as
 * with a tab that has crashed beside this one. Whoever waited for it has given up, so the page is loaded again, with what is
 * typed kept as a draft. Without a connection, or with input that has no draft, it says what is missing.
 */
export function watchChunks() {
  window.addEventListener('vite:preloadError', () => {
    if (!navigator.onLine) {
      tellNews({ missing: true })
      window.addEventListener('online', () => tellNews({ missing: false }), { once: true })
      return
    }
    if ((somethingIsOpen() && !everythingIsKept()) || Date.now() - lastTime() < CALM) return
    sessionStorage.setItem(RELOADED, String(Date.now()))
    console.warn('A piece of the page did not come: it is loaded again')
    // Not prevented: whoever asked for the piece would go on with nothing.
    waitForNextPage()
    void reload()
  })
}

const lastTime = () => Number(sessionStorage.getItem(RELOADED) ?? 0)

async function reload() {
  // Whoever waited for the piece hears first that it does not come: what they were about to send is a draft again.
  await new Promise(resolve => setTimeout(resolve))
  await keepWhatIsOpen()
  goWithoutAsking()
  location.reload()
}
