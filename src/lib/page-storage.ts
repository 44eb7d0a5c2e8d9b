type PageStorage = {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
  removeItem(key: string): void
}

/** The page's localStorage; a service worker and a test without a page have none. */
export const pageStorage = (): PageStorage | undefined => (globalThis as { localStorage?: PageStorage }).localStorage
