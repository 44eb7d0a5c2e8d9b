import { lazy, type ComponentType } from 'react'

/**
 * A part of a page that is fetched when it is needed. Without a network, and before the service worker holds every
 * piece, it waits for the network: its place stays empty, and the page with what was typed on it stays.
 */
export const piece = <P extends object>(load: () => Promise<ComponentType<P>>) =>
  lazy(async () => ({ default: await whenReachable(load) }))

export async function whenReachable<T>(load: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await load()
    } catch (error) {
      if (navigator.onLine) return orNextPage(error)
      await new Promise(resolve => window.addEventListener('online', resolve, { once: true }))
    }
  }
}

let pageGoes = false
/** The page is being loaded again for the sake of what is missing: until it goes, nobody is told that something is. */
export const waitForNextPage = () => void (pageGoes = true)

/** Fails with what a piece failed with, unless the page is about to be loaded again for it. */
export async function orNextPage(error: unknown): Promise<never> {
  if (pageGoes) await new Promise(() => {})
  throw error
}
