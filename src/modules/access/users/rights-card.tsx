import Eye from 'lucide-react/icons/eye'
import { createElement, Suspense, use, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { statusFields, user, type User } from '#contract/modules/access/user.ts'
import { ViewAsContext } from '#src/crud/view-as.ts'
import { FieldCell } from '#src/fields/field-cell.tsx'
import { fieldView } from '#src/fields/view.ts'
import { useWords } from '#src/fields/words.ts'
import { Button } from '#src/ui/button.tsx'
import { Card } from '#src/ui/card.tsx'
import { RightsSummary } from './rights-summary.tsx'
import type { Access } from './use-access.ts'

/** What somebody may do: the roles, and in words what these add up to. */
export function RightsCard({ person, access }: { person: User; access: Access }) {
  const { t } = useTranslation('user')
  const words = useWords(user)
  const rights = access.rightsOf(person, person.roles)
  const viewAs = use(ViewAsContext)
  const [viewing, setViewing] = useState(false)
  const shown = ['roles', 'notificationPermission', 'anyStatus', ...(person.anyStatus ? [] : statusFields)] as const
  return (
    <Card
      title={t('screen.rights.title')}
      aside={
        viewAs &&
        rights &&
        person.roles.length > 0 && (
          <Button size="xs" icon={Eye} onClick={() => setViewing(true)}>
            {t('screen.rights.viewAs')}
          </Button>
        )
      }
    >
      <dl className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
        {shown.map(name => (
          <div key={name} className={name === 'roles' ? 'min-w-0 sm:col-span-2' : 'min-w-0'}>
            <dt className="text-30 text-muted">{words.field(name)}</dt>
            <dd className="wrap-anywhere">
              <FieldCell field={fieldView(user, name, words)} value={person[name]} />
            </dd>
          </div>
        ))}
      </dl>
      {rights && person.roles.length > 0 && (
        <div className="mt-4 border-t pt-4">
          <RightsSummary rights={rights} />
        </div>
      )}
      {viewing && viewAs && rights && (
        <Suspense>
          {createElement(viewAs, {
            views: [{ name: person.name, actor: rights }],
            onClose: () => setViewing(false),
          })}
        </Suspense>
      )}
    </Card>
  )
}
