import { lazy, type ComponentType } from 'react'

/** How long a piece that did not come is left alone before it is asked for again. In ms. */
const PAUSE = 300

/**
 * A part of a page that is fetched when it is needed. Without a network, and before the service worker holds every
 * piece, it waits for the network: its place stays empty, and the page with what was typed on it stays.
 */
export const piece = <P extends object>(load: () => Promise<ComponentType<P>>) =>
  lazy(async () => ({ default: await whenReachable(load) }))

export const whenReachable = <T>(load: () => Promise<T>): Promise<T> =>
  twice(load, () => new Promise(resolve => window.addEventListener('online', resolve, { once: true })))

/**
 * A service worker that ends, as with a tab that has crashed beside this one, takes along what it was handing out. The
 * next one has it: only what does not come a second time is missing. Without a network nothing comes, and it fails at
 * once, unless it shall wait for one.
 */
export async function twice<T>(load: () => Promise<T>, networkAgain?: () => Promise<unknown>): Promise<T> {
  for (let failed = 0; ;) {
    try {
      return await load()
    } catch (error) {
      if (navigator.onLine) failed += 1
      else if (networkAgain) await networkAgain()
      else throw error
      if (failed > 1 && !pageGoes) throw error
      await new Promise(resolve => setTimeout(resolve, PAUSE))
    }
  }
}

let pageGoes = false
/** The page is being loaded again for the sake of what is missing: until it goes, nobody is told that something is. */
export const waitForNextPage = () => void (pageGoes = true)
