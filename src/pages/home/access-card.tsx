import KeyRound from 'lucide-react/icons/key-round'
import RotateCw from 'lucide-react/icons/rotate-cw'
import UserPlus from 'lucide-react/icons/user-plus'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { askedForLinkCall } from '#contract/calls/access.ts'
import { user, type User } from '#contract/modules/access/user.ts'
import { pathTo } from '#src/crud/screens.ts'
import { useAsked } from '#src/data/use-call.ts'
import { useRecords } from '#src/data/use-records.ts'
import { screens } from '#src/modules/index.ts'
import { Ago } from '#src/ui/ago.tsx'
import { Avatar } from '#src/ui/avatar.tsx'
import { Button } from '#src/ui/button.tsx'
import { Card } from '#src/ui/card.tsx'
import { Count } from '#src/ui/count.tsx'
import { Icon, type IconType } from '#src/ui/icon.tsx'
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx'

type Wait = { person: User; at: string; why: 'signedUp' | 'askedForLink'; icon: IconType }

/** Who waits for somebody that gives access: people who signed up, and people who need a link for a new password. */
export function AccessCard() {
  // Without a connection it fails before the words for that have come by themselves.
  const { t } = useTranslation(['home', 'problems'])
  const people = useRecords(user)
  const asked = useAsked(askedForLinkCall, {})
  const waiting: Wait[] = [
    ...people.rows
      .filter(person => person.stage === 'pending')
      .map((person): Wait => ({ person, at: person.createdAt, why: 'signedUp', icon: UserPlus })),
    ...(asked.answer?.rows ?? []).flatMap((one): Wait[] => {
      const person = people.rows.find(({ id }) => id === one.user)
      return person ? [{ person, at: one.at, why: 'askedForLink', icon: KeyRound }] : []
    }),
  ].sort((a, b) => a.at.localeCompare(b.at))
  const list = pathTo(screens.user, 'list') ?? ''
  const failed = people.error ?? asked.error
  return (
    <Card
      flush
      title={
        <span className="inline-flex items-center gap-2">
          {t('home:access.title')}
          {waiting.length > 0 && <Count of={waiting.length} tone="accent" />}
        </span>
      }
      footer={
        <Link to={list} className="ms-auto text-accent-text hover:underline">
          {t('home:access.all')}
        </Link>
      }
    >
      {people.loading ? (
        <SkeletonRows />
      ) : waiting.length > 0 ? (
        <ul>
          {waiting.map(wait => (
            <Line key={`${wait.why} ${wait.person.id}`} {...wait} />
          ))}
        </ul>
      ) : (
        !failed && <p className="px-4 py-5 text-muted">{t('home:access.none')}</p>
      )}
      {failed && (
        <p className="flex flex-wrap items-center gap-3 border-t px-4 py-3 text-30 text-muted first:border-t-0">
          <span className="min-w-0 flex-1">{failed.message}</span>
          <Button size="sm" icon={RotateCw} onClick={() => void asked.refresh()}>
            {t('home:again')}
          </Button>
        </p>
      )}
    </Card>
  )
}

function Line({ person, at, why, icon }: Wait) {
  const { t } = useTranslation('home')
  return (
    <li className="border-t first:border-t-0">
      <Link
        to={pathTo(screens.user, 'details', person.id) ?? pathTo(screens.user, 'list') ?? ''}
        className="flex min-h-row-comfortable items-center gap-3 px-4 py-2 -outline-offset-2 transition-colors motion-1 hover:bg-surface-hover"
      >
        <Avatar name={person.name} src={person.avatar} size="lg" decorative />
        <span className="min-w-0 flex-1">
          <bdi className="block truncate font-medium">{person.name}</bdi>
          <bdi className="block truncate text-30 text-muted">{person.email}</bdi>
        </span>
        <span className="flex shrink-0 flex-col items-end text-30">
          <span className="flex items-center gap-1.5">
            <Icon of={icon} size="sm" className="text-muted" />
            {t(`home:access.${why}`)}
          </span>
          <Ago at={at} className="text-muted" />
        </span>
      </Link>
    </li>
  )
}
