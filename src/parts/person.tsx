import { user } from '#contract/modules/access/user.ts'
import { useTitle } from '#src/data/use-titles.ts'
import { useActor } from '#src/session/actor.ts'
import { Avatar } from '#src/ui/avatar.tsx'

/** Somebody by their face, where there is no room for a name. */
export function Person({ id }: { id: number | null }) {
  const me = useActor().id
  const name = useTitle(user, id ?? 0)
  return id === null ? <span className="text-subtle">—</span> : <Avatar name={name ?? '?'} me={id === me} />
}
