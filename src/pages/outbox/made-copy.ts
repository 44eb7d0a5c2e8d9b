const KEY = 'caredesk.copies'

type Copies = Readonly<Record<string, number>>

function read(): Copies {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Copies
  } catch {
    return {}
  }
}

function write(copies: Copies): void {
  try {
    if (Object.keys(copies).length === 0) localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, JSON.stringify(copies))
  } catch {
    // A browser that keeps nothing has nothing that waits either.
  }
}

/**
 * The number of the copy that was begun for a change, as long as the change waits: the copy is written first and the change
 * discarded after it, and a page that goes away in between must not make another one.
 */
export const copyFor = (mid: string): number | null => read()[mid] ?? null

export const noteCopy = (mid: string, id: number): void => write({ ...read(), [mid]: id })

export function forgetCopy(mid: string): void {
  const { [mid]: _, ...others } = read()
  write(others)
}
