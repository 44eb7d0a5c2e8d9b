import { useTranslation } from 'react-i18next'
import { user } from '#contract/modules/access/user.ts'
import { inquiry, type Contact } from '#contract/modules/sales/inquiry.ts'
import { useTitle } from '#src/data/use-titles.ts'
import { useWords } from '#src/fields/words.ts'
import { useActor } from '#src/session/actor.ts'
import { Ago } from '#src/ui/ago.tsx'
import { Avatar } from '#src/ui/avatar.tsx'
import { Card } from '#src/ui/card.tsx'

/** What was said so far, the last contact first. */
export function ContactLog({ contacts }: { contacts: readonly Contact[] }) {
  const { t } = useTranslation('inquiry')
  const inOrder = contacts.toSorted((a, b) => (b.at ?? '~').localeCompare(a.at ?? '~') || b.id - a.id)
  return (
    <Card title={t('fields.contactLog')}>
      {inOrder.length === 0 ? (
        <p className="text-muted">{t('screen.log.none')}</p>
      ) : (
        <ol className="grid gap-4">
          {inOrder.map(contact => (
            <Said key={contact.id} contact={contact} />
          ))}
        </ol>
      )}
    </Card>
  )
}

function Said({ contact: { mode, outcome, note, at, by } }: { contact: Contact }) {
  const { t } = useTranslation('inquiry')
  const words = useWords(inquiry)
  const me = useActor().id
  const name = useTitle(user, by ?? 0)
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2">
      <Avatar name={name ?? '?'} me={by === me} decorative className="row-span-2" />
      <span className="flex flex-wrap items-baseline gap-x-2 text-30">
        <span className="font-medium">{words.option('contactLog.outcome', outcome)}</span>
        <span className="text-20 text-muted">
          {words.option('contactLog.mode', mode)} · <bdi>{by === me ? t('screen.log.me') : name}</bdi>
          {at && (
            <>
              {' · '}
              <Ago at={at} />
            </>
          )}
        </span>
      </span>
      {note && (
        <p dir="auto" className="text-30 wrap-anywhere whitespace-pre-wrap">
          {note}
        </p>
      )}
    </li>
  )
}
