import { useTranslation } from 'react-i18next'
import type { User } from '#contract/modules/access/user.ts'
import { Avatar } from '#src/ui/avatar.tsx'

const MOST = 4

/** Who they are, as far as there is room. */
export function Faces({ people }: { people: readonly User[] }) {
  const { t } = useTranslation('access')
  const more = people.length - MOST
  return (
    <span className="inline-flex items-center gap-1">
      {people.slice(0, MOST).map(person => (
        <Avatar key={person.id} name={person.name} src={person.avatar} />
      ))}
      {more > 0 && <span className="ms-1 text-20 text-subtle">{t('list.andMore', { count: more })}</span>}
    </span>
  )
}
