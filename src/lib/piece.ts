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
      if (navigator.onLine) throw error
      await new Promise(resolve => window.addEventListener('online', resolve, { once: true }))
    }
  }
}
