import { useTranslation } from 'react-i18next'
import { user, type User } from '#contract/modules/access/user.ts'
import { FieldCell } from '#src/fields/field-cell.tsx'
import { fieldView } from '#src/fields/view.ts'
import { useWords } from '#src/fields/words.ts'
import { Card } from '#src/ui/card.tsx'

const facts = ['username', 'email', 'phone', 'branch', 'invitedAt'] as const

export function PersonCard({ person }: { person: User }) {
  const { t } = useTranslation('crud')
  const words = useWords(user)
  return (
    <Card title={t('detail.facts')}>
      <dl className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
        {facts.map(name => (
          <div key={name} className="min-w-0">
            <dt className="text-30 text-muted">{words.field(name)}</dt>
            <dd className="wrap-anywhere">
              <FieldCell field={fieldView(user, name, words)} value={person[name]} />
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}
