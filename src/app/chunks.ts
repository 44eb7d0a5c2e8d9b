import { everythingIsKept, goWithoutAsking, keepWhatIsOpen, somethingIsOpen } from '#src/session/dirty.ts'
import { tellNews } from './app-news.ts'

const RELOADED = 'reloadedForBuild'

/**
 * A piece of an older build is gone from the server: the page is loaded again, once for each build, with what is typed
 * kept as a draft. Without a connection, or with input that has no draft, the page says what is missing.
 */
export function watchChunks() {
  window.addEventListener('vite:preloadError', event => {
    if (!navigator.onLine) {
      tellNews({ missing: true })
      window.addEventListener('online', () => tellNews({ missing: false }), { once: true })
      return
    }
    const build = import.meta.env.VITE_BUILD
    if ((somethingIsOpen() && !everythingIsKept()) || sessionStorage.getItem(RELOADED) === build) return
    sessionStorage.setItem(RELOADED, build)
    event.preventDefault()
    void reload()
  })
}

async function reload() {
  await keepWhatIsOpen()
  goWithoutAsking()
  location.reload()
}
