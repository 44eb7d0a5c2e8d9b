import { useSyncExternalStore } from 'react'
import { listeners } from '#src/lib/listeners.ts'

/** What every page may have to be told about the app itself. */
type AppNews = {
  /**
   * A newer version is on this device: it waits to take over, or has, while this page was kept for what is typed on it. Or the
   * server has one, where no worker keeps the app.
   */
  newer: boolean
  /** The person wants to hear of that version later: until they look for one, or a still newer one waits. */
  later: boolean
  /** A piece of the app was needed that is not on this device, and there is no connection. */
  missing: boolean
}

let news: AppNews = { newer: false, later: false, missing: false }
const { subscribe, tell } = listeners()

export function tellNews(change: Partial<AppNews>): void {
  news = { ...news, ...change }
  tell()
}

export const readNews = (): AppNews => news

export const useAppNews = (): AppNews => useSyncExternalStore(subscribe, readNews)
