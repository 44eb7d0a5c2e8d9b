import ServerCrash from 'lucide-react/icons/server-crash'
import { useTranslation } from 'react-i18next'
import type { AnswerOf } from '#contract/call.ts'
import { ownProfileCall } from '#contract/calls/access.ts'
import { useAsked } from '#src/data/use-call.ts'
import { refreshActor } from '#src/session/actor.ts'
import { Button } from '#src/ui/button.tsx'
import { Card } from '#src/ui/card.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { PageHead } from '#src/ui/page-head.tsx'
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx'
import { ChangePassword } from './profile/change-password.tsx'
import { OwnDetails } from './profile/own-details.tsx'
import { OwnSessions } from './profile/own-sessions.tsx'
import { ThisDevice } from './profile/this-device.tsx'

/** What people look after themselves, whatever their rights: who they are, their password, where they are signed in. */
export function ProfilePage() {
  // Without a connection it fails before the words for that have come by themselves.
  const { t } = useTranslation(['profile', 'crud', 'problems', 'user', 'lists'])
  const { answer, loading, error, refresh } = useAsked(ownProfileCall, {})
  const changed = async () => {
    // The picture and the name stand in the frame of the app too.
    await Promise.all([refresh(), refreshActor().catch(() => undefined)])
  }
  return (
    <>
      <PageHead title={t('profile:title')} />
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_336px]">
        <div className="grid min-w-0 gap-5">
          {answer ? (
            <OwnDetails profile={answer} onChanged={changed} />
          ) : (
            <Card flush>
              {loading ? (
                <SkeletonRows />
              ) : (
                <EmptyState
                  icon={ServerCrash}
                  tone="danger"
                  title={t('profile:failed')}
                  text={error?.message}
                  action={<Button onClick={() => void refresh()}>{t('crud:records.again')}</Button>}
                />
              )}
            </Card>
          )}
          <ChangePassword username={answer?.username ?? ''} />
          <OwnSessions />
        </div>
        <div className="grid min-w-0 gap-5">
          {answer && <Place profile={answer} />}
          <ThisDevice />
        </div>
      </div>
    </>
  )
}

/** What somebody else decides, so that one knows whom to ask. */
function Place({ profile }: { profile: AnswerOf<typeof ownProfileCall> }) {
  const { t } = useTranslation('profile')
  const { username, roles, branch } = profile
  const facts = [
    ['place.username', username],
    ['place.roles', roles.length > 0 ? t('place.list', { names: roles }) : t('place.noRole')],
    ['place.branch', branch ?? t('place.noBranch')],
  ] as const
  return (
    <Card title={t('place.title')}>
      <dl className="grid gap-3">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt className="text-30 text-muted">{t(label)}</dt>
            <dd className="wrap-anywhere">
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}
