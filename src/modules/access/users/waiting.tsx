import { Suspense, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { askedForLinkCall } from '#contract/calls/access.ts'
import { user, type User } from '#contract/modules/access/user.ts'
import { pathTo, type ScreenProps } from '#src/crud/screens.ts'
import { useAsked } from '#src/data/use-call.ts'
import { useRecords } from '#src/data/use-records.ts'
import { Ago } from '#src/ui/ago.tsx'
import { Avatar } from '#src/ui/avatar.tsx'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { Card } from '#src/ui/card.tsx'
import { Count } from '#src/ui/count.tsx'
import { LinkDialog, useLinks, type Handed } from './links.tsx'
import { ReviewDialog } from './review-dialog.tsx'
import { useAccess } from './use-access.ts'

/** Who waits for somebody who may edit users: sign-ups, and people who forgot their password while no mail could be sent. */
export function Waiting({ screens }: { screens: ScreenProps['screens'] }) {
  const { t } = useTranslation('user')
  const { rows: pending } = useRecords(user, { filter: { stage: 'pending' }, sort: 'name' })
  const { rows: people } = useRecords(user)
  const { answer, refresh } = useAsked(askedForLinkCall, {})
  const access = useAccess()
  const links = useLinks()
  const [reviewing, setReviewing] = useState<User | null>(null)
  const [handed, setHanded] = useState<Handed | null>(null)
  const [refused, setRefused] = useState('')
  const asked = (answer?.rows ?? []).flatMap(({ user: id, at }) => {
    const person = people.find(one => one.id === id)
    return person ? [{ person, at }] : []
  })
  const give = async (person: User) => {
    setRefused('')
    const sent = await links.send(person, 'password')
    if ('refused' in sent) return setRefused(sent.refused)
    setHanded(sent.handed)
    return refresh()
  }
  const to = (person: User) => pathTo(screens, 'details', person.id) ?? ''
  return (
    <>
      {pending.length + asked.length > 0 && (
        <Card
          flush
          className="mb-4"
          title={
            <span className="inline-flex items-center gap-2">
              {t('screen.waiting.title')} <Count of={pending.length + asked.length} tone="accent" />
            </span>
          }
        >
          {refused && (
            <Banner tone="danger" announce className="m-4" onDismiss={() => setRefused('')}>
              {refused}
            </Banner>
          )}
          <ul>
            {pending.map(person => (
              <Line
                key={person.id}
                person={person}
                to={to(person)}
                words={t('screen.waiting.signedUp')}
                at={person.createdAt}
              >
                <Button size="sm" variant="primary" onClick={() => setReviewing(person)}>
                  {t('screen.waiting.review')}
                </Button>
              </Line>
            ))}
            {asked.map(({ person, at }) => (
              <Line
                key={`link-${person.id}`}
                person={person}
                to={to(person)}
                words={t('screen.waiting.askedForLink')}
                at={at}
              >
                <Button
                  size="sm"
                  loading={links.busy === person.id}
                  disabled={access.strongerBy(person) !== null}
                  onClick={() => void give(person)}
                >
                  {t('screen.waiting.makeLink')}
                </Button>
              </Line>
            ))}
          </ul>
        </Card>
      )}
      {/* What is open outlives the line that it came from: somebody else may have answered, or the link may be made. */}
      {reviewing && (
        <Suspense>
          <ReviewDialog person={reviewing} onClose={() => setReviewing(null)} />
        </Suspense>
      )}
      {handed && <LinkDialog handed={handed} onClose={() => setHanded(null)} />}
    </>
  )
}

type LineProps = { person: User; to: string; words: string; at: string; children: ReactNode }

function Line({ person, to, words, at, children }: LineProps) {
  return (
    <li className="flex items-center gap-3 border-t px-4 py-2 first:border-t-0 max-sm:flex-wrap">
      <Avatar name={person.name} src={person.avatar} size="lg" decorative />
      <div className="min-w-0 flex-1">
        <p className="truncate">
          <Link to={to} className="rounded-1 font-medium hover:underline">
            {person.name}
          </Link>{' '}
          <bdi className="text-30 text-muted">{person.email}</bdi>
        </p>
        <p className="text-30 text-muted">
          {words} <Ago at={at} />
        </p>
      </div>
      {children}
    </li>
  )
}
