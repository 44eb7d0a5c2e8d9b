/** What went wrong on this device lately: read by whoever is asked for help. Messages alone, of this tab. */
export type NotedError = { at: string; message: string }

const KEY = 'lastErrors'
const MOST = 20
const LONGEST = 500

export function lastErrors(): NotedError[] {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? '[]') as NotedError[]
  } catch {
    return []
  }
}

function note(error: unknown): void {
  const message = (error instanceof Error ? `${error.name}: ${error.message}` : String(error)).slice(0, LONGEST)
  try {
    const all = [{ at: new Date().toISOString(), message }, ...lastErrors()].slice(0, MOST)
    sessionStorage.setItem(KEY, JSON.stringify(all))
  } catch {
    // A browser that keeps nothing has them in its own console.
  }
}

/** From now on what nobody caught is noted, and outlives a reload of this tab. */
export function watchErrors(): void {
  window.addEventListener('error', event => note(event.error ?? event.message))
  window.addEventListener('unhandledrejection', event => note(event.reason))
}
