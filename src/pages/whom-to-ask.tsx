import { useTranslation } from 'react-i18next'
import { givesAccess } from '#contract/grants.ts'
import { role, type Role } from '#contract/modules/access/role.ts'
import { user, type User } from '#contract/modules/access/user.ts'
import { useKeptRows } from '#src/data/use-kept.ts'
import { useActor, useCan } from '#src/session/actor.ts'
import { useHouse } from '#src/session/house.ts'

const most = 3

/** Who can give somebody a right: whom the house names, else the people who can if this person may see them. */
export function WhomToAsk() {
  const { t } = useTranslation('home')
  const { helpContact } = useHouse()
  const people = useManagers()
  if (helpContact) return t('home:denied.askHouse', { contact: helpContact })
  if (people.length > 0) return t('home:denied.askPeople', { names: people })
  return t('home:denied.askSomebody')
}

function useManagers(): string[] {
  const me = useActor()
  const people = useKeptRows(user, useCan(user, 'list')) as User[] | undefined
  const roles = useKeptRows(role, useCan(role, 'list')) as Role[] | undefined
  const rightsOf = (person: User) =>
    new Set(
      (roles ?? []).flatMap(one => (one.archivedAt === null && person.roles.includes(one.id) ? one.permissions : [])),
    )
  return (people ?? [])
    .filter(one => one.id !== me.id && one.stage === 'active' && !one.archivedAt && givesAccess(rightsOf(one)))
    .map(one => one.name)
    .slice(0, most)
}
