import { ownProfileCall } from '#contract/calls/access.ts'
import { useAsked } from '#src/data/use-call.ts'
import { useMe } from '#src/session/house.ts'
import { useSession } from '#src/session/session.ts'
import { Avatar } from '#src/ui/avatar.tsx'

/** Who the menu belongs to: with their roles, where the server can be asked for them. */
export function ProfileLead() {
  const { user } = useSession()
  const { name } = useMe()
  const { answer } = useAsked(ownProfileCall, {})
  return (
    <div className="flex items-center gap-3 border-b px-2 pt-1 pb-2 mb-1">
      <Avatar name={name} src={user?.avatar} size="lg" me decorative />
      <div className="min-w-0">
        <p className="truncate font-medium">
          <bdi>{name}</bdi>
        </p>
        <p className="truncate text-20 text-muted">
          <bdi>{answer && answer.roles.length > 0 ? answer.roles.join(', ') : user?.email || user?.username}</bdi>
        </p>
      </div>
    </div>
  )
}
