/** So deep JSON may lie in itself: what the app sends has a third of it. */
const DEEPEST = 32

/**
 * Why a value that arrived as JSON cannot be kept, in words for whoever sent it; null where it can. Looked at without
 * recursion, because everything that follows (hashing, schemas, the database) goes as deep as the value does.
 */
export function whyNotKept(value: unknown): string | null {
  const open: { part: unknown; depth: number }[] = [{ part: value, depth: 0 }]
  for (let next = open.pop(); next; next = open.pop()) {
    const { part, depth } = next
    if (typeof part === 'string' && !part.isWellFormed()) return 'Something here has characters that cannot be kept.'
    if (typeof part !== 'object' || part === null) continue
    if (depth === DEEPEST) return 'Something here lies too deep in itself.'
    for (const [key, inner] of Object.entries(part)) {
      if (!key.isWellFormed()) return 'Something here has characters that cannot be kept.'
      open.push({ part: inner, depth: depth + 1 })
    }
  }
  return null
}
