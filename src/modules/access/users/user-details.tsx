import Archive from 'lucide-react/icons/archive'
import Ellipsis from 'lucide-react/icons/ellipsis'
import KeyRound from 'lucide-react/icons/key-round'
import Pencil from 'lucide-react/icons/pencil'
import Power from 'lucide-react/icons/power'
import PowerOff from 'lucide-react/icons/power-off'
import Send from 'lucide-react/icons/send'
import Undo2 from 'lucide-react/icons/undo-2'
import UserCheck from 'lucide-react/icons/user-check'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router-dom'
import type { Row } from '#contract/module.ts'
import { user, type User } from '#contract/modules/access/user.ts'
import { useActs } from '#src/crud/acts/use-acts.ts'
import { whyNot } from '#src/crud/why-not.ts'
import { NoRecord } from '#src/crud/no-record.tsx'
import { pathTo, type ScreenProps } from '#src/crud/screens.ts'
import { Timeline } from '#src/crud/timeline.tsx'
import type { Outcome } from '#src/data/outcome.ts'
import { useConnection } from '#src/data/use-connection.ts'
import { useHistory } from '#src/data/use-facts.ts'
import { useRecord } from '#src/data/use-records.ts'
import { formatDateTime } from '#src/lib/format.ts'
import { useActor, useCan } from '#src/session/actor.ts'
import { Avatar } from '#src/ui/avatar.tsx'
import { Badge } from '#src/ui/badge.tsx'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { ButtonLink } from '#src/ui/button-link.tsx'
import { Card } from '#src/ui/card.tsx'
import { confirm } from '#src/ui/confirm.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { Menu } from '#src/ui/menu.tsx'
import { PageHead } from '#src/ui/page-head.tsx'
import { DeedsCard } from './deeds-card.tsx'
import { LinkDialog, useLinks, type Handed, type LinkKind } from './links.tsx'
import { PersonCard } from './person-card.tsx'
import { ReviewDialog } from './review-dialog.tsx'
import { RightsCard } from './rights-card.tsx'
import { SessionsCard } from './sessions-card.tsx'
import { useAccess } from './use-access.ts'
import { useBeyondWords } from './use-beyond-words.ts'
import { UserStage } from './user-stage.tsx'

/** One person: who they are, what they may do, where they are signed in, and what can be done about it. */
export function UserDetails({ screens }: ScreenProps) {
  const id = Number(useParams().id ?? 0)
  const { row, loading, error } = useRecord(user, id)
  if (row) return <Person screens={screens} person={row} />
  return <NoRecord screens={screens} loading={loading} error={error} />
}

function Person({ screens, person }: { screens: ScreenProps['screens']; person: User }) {
  const { t } = useTranslation(['user', 'crud', 'lists', 'access', 'role', 'profile'])
  const { name } = person
  const me = useActor()
  const mayEdit = useCan(user, 'edit')
  const access = useAccess()
  const sayBeyond = useBeyondWords()
  const { online } = useConnection()
  const links = useLinks()
  const acts = useActs(user)
  const history = useHistory(user, person.id)
  const [refused, setRefused] = useState('')
  const [busy, setBusy] = useState(false)
  const [reviewing, setReviewing] = useState(false)
  const [handed, setHanded] = useState<Handed | null>(null)

  const stronger = access.strongerBy(person)
  const isLast = access.isLast(person)
  // Why nothing can be done to this person, and why they cannot be taken away.
  const hands = stronger ? t('user:screen.stronger.short') : false
  const kept = hands || (isLast ? t('user:screen.last.short') : false)

  const put = async (act: (row: Row) => Promise<Outcome>) => {
    setRefused('')
    setBusy(true)
    const outcome = await act(person)
    setBusy(false)
    setRefused(whyNot(outcome))
  }
  // Who never chose a password is back to waiting for an invitation.
  const activate = (row: Row) =>
    acts.move(row, 'activate', {}, after =>
      t(after.stage === 'invited' ? 'user:screen.head.noPassword' : 'user:moved.activate', { name, title: name }),
    )
  const sendLink = async (kind: LinkKind) => {
    setRefused('')
    const sent = await links.send(person, kind)
    if ('refused' in sent) setRefused(sent.refused)
    else setHanded(sent.handed)
  }
  const turnOff = async () => {
    const sure = await confirm({
      title: t('user:screen.off.title', { name }),
      text: person.id === me.id ? t('user:screen.off.yourself') : t('user:screen.off.text'),
      confirmLabel: t('user:moves.switchOff'),
      danger: true,
    })
    if (sure) await put(row => acts.move(row, 'switchOff'))
  }
  const putAway = async () => {
    const sure = await confirm({
      title: t('crud:detail.archiveTitle', { title: name }),
      text: t('crud:detail.archiveText'),
      confirmLabel: t('crud:list.archive'),
    })
    if (sure) await put(acts.archive)
  }
  const primary = () => {
    if (person.archivedAt || hands) return null
    if (person.stage === 'pending')
      return (
        <Button variant="primary" size="sm" icon={UserCheck} onClick={() => setReviewing(true)}>
          {t('user:screen.waiting.review')}
        </Button>
      )
    if (person.stage === 'invited')
      return (
        <Button
          variant="primary"
          size="sm"
          icon={Send}
          loading={links.busy !== null}
          onClick={() => void sendLink('invitation')}
        >
          {person.invitedAt ? t('user:screen.head.inviteAgain') : t('user:screen.head.invite')}
        </Button>
      )
    if (person.stage === 'off')
      return (
        <Button variant="primary" size="sm" icon={Power} loading={busy} onClick={() => void put(activate)}>
          {t('user:moves.activate')}
        </Button>
      )
    return null
  }
  const lead = mayEdit ? primary() : null
  return (
    <>
      <PageHead
        title={name}
        aside={
          <>
            {/* Before the name for the eye; the name alone is the title. */}
            <Avatar
              name={name}
              src={person.avatar}
              size="lg"
              me={person.id === me.id}
              decorative
              className="order-first"
            />
            <UserStage stage={person.stage} />
            {person.id === me.id && <Badge tone="accent">{t('user:screen.head.you')}</Badge>}
            {person.archivedAt && <Badge icon={Archive}>{t('crud:record.archivedAt')}</Badge>}
          </>
        }
        actions={
          mayEdit && (
            <>
              {!hands && !person.archivedAt && (
                <ButtonLink
                  to={pathTo(screens, 'edit', person.id) ?? ''}
                  size="sm"
                  icon={Pencil}
                  variant={lead ? 'secondary' : 'primary'}
                >
                  {t('crud:list.edit')}
                </ButtonLink>
              )}
              <Menu
                trigger={<IconButton size="sm" variant="secondary" icon={Ellipsis} label={t('crud:list.more')} />}
                items={[
                  {
                    items: [
                      {
                        label: t('user:screen.head.passwordLink'),
                        icon: KeyRound,
                        disabled: hands || (person.stage !== 'active' && t('user:screen.head.onlyActive')),
                        onSelect: () => void sendLink('password'),
                      },
                      ...(person.stage === 'off'
                        ? []
                        : [
                            {
                              label: t('user:moves.switchOff'),
                              icon: PowerOff,
                              danger: true,
                              disabled: kept,
                              onSelect: () => void turnOff(),
                            },
                          ]),
                    ],
                  },
                  {
                    items: [
                      person.archivedAt
                        ? {
                            label: t('crud:detail.restore'),
                            icon: Undo2,
                            disabled: hands,
                            onSelect: () => void put(acts.restore),
                          }
                        : {
                            label: t('crud:list.archive'),
                            icon: Archive,
                            disabled: kept,
                            onSelect: () => void putAway(),
                          },
                    ],
                  },
                ]}
              />
              {lead}
            </>
          )
        }
      />
      <div className="mb-4 grid gap-3 empty:hidden">
        {refused && (
          <Banner tone="danger" announce onDismiss={() => setRefused('')}>
            {refused}
          </Banner>
        )}
        {mayEdit && !online && <Banner tone="warning">{t('user:screen.offline')}</Banner>}
        {mayEdit && stronger && (
          <Banner tone="warning" title={t('user:screen.stronger.title', { name })}>
            {t('user:screen.stronger.text', { rights: sayBeyond(stronger) })}
          </Banner>
        )}
        {mayEdit && isLast && !stronger && (
          <Banner tone="info" title={t('user:screen.last.title', { name })}>
            {t('user:screen.last.off', { name })}
          </Banner>
        )}
        {person.stage === 'invited' && !person.archivedAt && (
          <Banner tone="info">
            {person.invitedAt
              ? t('user:screen.head.waitsSince', { name, at: formatDateTime(person.invitedAt) })
              : t('user:screen.head.notInvited', { name })}
          </Banner>
        )}
        {person.stage === 'pending' && <Banner tone="info">{t('user:screen.head.pending', { name })}</Banner>}
      </div>
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_336px]">
        <div className="grid min-w-0 gap-5">
          <PersonCard person={person} />
          <RightsCard person={person} access={access} />
          {mayEdit && <SessionsCard person={person} mayEnd={!hands} />}
        </div>
        <div className="grid min-w-0 gap-5">
          <DeedsCard person={person} />
          <Card
            title={t('crud:history.title')}
            footer={t('crud:detail.changed', { at: formatDateTime(person.updatedAt) })}
          >
            {history.entries && history.entries.length > 0 && <Timeline module={user} entries={history.entries} />}
            {history.entries?.length === 0 && <p className="text-30 text-muted">{t('crud:history.none')}</p>}
            {history.error && <p className="text-30 text-muted">{history.error.message}</p>}
          </Card>
        </div>
      </div>
      {reviewing && (
        <Suspense>
          <ReviewDialog person={person} onClose={() => setReviewing(false)} />
        </Suspense>
      )}
      {handed && <LinkDialog handed={handed} onClose={() => setHanded(null)} />}
    </>
  )
}
