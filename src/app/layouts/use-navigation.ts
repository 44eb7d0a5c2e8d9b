import { navigationFor } from '#src/pages/navigation.ts'
import { useSession } from '#src/session/session.ts'
import { useTitles } from '../use-titles.ts'

/** The pages that this person may open, by group, and the words for them. */
export function useNavigation() {
  const { user } = useSession()
  const groups = navigationFor(user?.permissions ?? [])
  const titleOf = useTitles(
    groups.flatMap(group => [...(group.name ? [group.name] : []), ...group.items.map(item => item.title)]),
  )
  return { groups, titleOf }
}

/** Pages of one module share the first part of their address: a record's page lies in the section of its list. */
export const isInSection = (path: string, pathname: string) => path.split('/')[1] === pathname.split('/')[1]
