import { waitForNextPage } from '#src/lib/piece.ts'
import { everythingIsKept, goWithoutAsking, keepWhatIsOpen, somethingIsOpen } from '#src/session/dirty.ts'
import { tellNews } from './app-news.ts'

const RELOADED = 'reloadedForBuild'

/**
 * A piece of an older build is gone from the server, as it does not come when it is asked for a second time: the page is
 * loaded again, once for each build, with what is typed kept as a draft. Without a connection, or with input that has no
 * draft, the page says what is missing.
 */
export function watchChunks() {
  const missed = new Set<string>()
  window.addEventListener('vite:preloadError', event => {
    if (!navigator.onLine) {
      tellNews({ missing: true })
      window.addEventListener('online', () => tellNews({ missing: false }), { once: true })
      return
    }
    const what = String(event.payload)
    if (!missed.has(what)) return void missed.add(what)
    const build = import.meta.env.VITE_BUILD
    if ((somethingIsOpen() && !everythingIsKept()) || sessionStorage.getItem(RELOADED) === build) return
    sessionStorage.setItem(RELOADED, build)
    // Not prevented: whoever asked for the piece would go on with nothing.
    waitForNextPage()
    void reload()
  })
}

async function reload() {
  await keepWhatIsOpen()
  goWithoutAsking()
  location.reload()
}
