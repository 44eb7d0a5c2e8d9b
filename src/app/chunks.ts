import { somethingIsOpen } from '#src/session/dirty.ts'

const RELOADED = 'reloadedForBuild'

/**
 * A piece of an older build is gone from the server: the page is loaded again, once for each build. Offline, or with
 * unsaved input, the error shows on the page instead and the person decides.
 */
export function watchChunks() {
  window.addEventListener('vite:preloadError', event => {
    const build = import.meta.env.VITE_BUILD
    if (!navigator.onLine || somethingIsOpen() || sessionStorage.getItem(RELOADED) === build) return
    sessionStorage.setItem(RELOADED, build)
    event.preventDefault()
    location.reload()
  })
}
