/** What /access-denied is told by the page that was refused. It is kept in the history entry, so that a reload knows it too. */
export type Refused = {
  /** The key of the page's title. */
  title: string
  /** Any one of these would have opened it. */
  codes: readonly string[]
  /** The address that was wanted. */
  to: string
}

export function readRefused(state: unknown): Refused | null {
  if (typeof state !== 'object' || state === null) return null
  const { title, codes, to } = state as Partial<Refused>
  return typeof title === 'string' && Array.isArray(codes) && typeof to === 'string' ? { title, codes, to } : null
}
