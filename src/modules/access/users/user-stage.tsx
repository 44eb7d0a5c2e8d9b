import Ban from 'lucide-react/icons/ban'
import { user, type User } from '#contract/modules/access/user.ts'
import { useWords } from '#src/fields/words.ts'
import { StageRail } from '#src/ui/stage-rail.tsx'

/** Two ways lead to an active account: an invitation or a sign-up. Off is on neither. */
export function UserStage({ stage }: { stage: User['stage'] }) {
  const words = useWords(user)
  const way = [stage === 'pending' ? 'pending' : 'invited', 'active']
  return <StageRail stages={way} stage={stage} label={words.stage(stage)} {...(stage === 'off' ? { icon: Ban } : {})} />
}
