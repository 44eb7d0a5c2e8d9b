import { createHash } from 'node:crypto'
import type { Actor } from '#contract/actor.ts'
import type { Person } from '#server/lib/http.ts'

// While the database says the same of a session, the same actor is meant: devices ask every few seconds.
const known = new WeakMap<Actor, string>()

/** Changes whenever who a person is or what they may do does; open pages notice by it. */
export function hashOfMe(person: Person, actor: Actor): string {
  const kept = known.get(actor)
  if (kept) return kept
  const text = JSON.stringify([person, actor], (_, value: unknown) => (value instanceof Set ? [...value] : value))
  const hash = createHash('sha256').update(text).digest('base64url').slice(0, 22)
  known.set(actor, hash)
  return hash
}
