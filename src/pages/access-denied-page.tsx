import House from 'lucide-react/icons/house'
import KeyRound from 'lucide-react/icons/key-round'
import LockKeyhole from 'lucide-react/icons/lock-keyhole'
import RotateCw from 'lucide-react/icons/rotate-cw'
import { useEffect, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router-dom'
import { formatTime } from '#src/lib/format.ts'
import { refreshActor } from '#src/session/actor.ts'
import { isOpenTo } from '#src/session/may-open.ts'
import { HOME } from '#src/session/safe-redirect.ts'
import { useSession } from '#src/session/session.ts'
import { Button } from '#src/ui/button.tsx'
import { ButtonLink } from '#src/ui/button-link.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { readRefused, type Refused } from './refused.ts'
import { WhomToAsk } from './whom-to-ask.tsx'

/** Says which page was refused, the rights that would open it, and whom to ask for them. */
export function AccessDeniedPage() {
  const { state } = useLocation() as { state: unknown }
  const refused = readRefused(state)
  const { t } = useTranslation(['home', 'shell', 'role', refused?.title.split(':')[0] ?? 'shell'])
  const home = (
    <ButtonLink to={HOME} icon={House}>
      {t('home:denied.home')}
    </ButtonLink>
  )
  if (!refused)
    return (
      <EmptyState
        level={1}
        icon={LockKeyhole}
        title={t('home:denied.titlePlain')}
        text={
          <>
            {t('home:denied.textPlain')} <WhomToAsk />
          </>
        }
        action={home}
      />
    )
  return (
    <EmptyState
      level={1}
      icon={LockKeyhole}
      title={t('home:denied.title', { page: t(refused.title) })}
      text={t(refused.codes.length === 1 ? 'home:denied.one' : 'home:denied.several')}
      action={
        <div className="grid justify-items-center gap-4">
          <Rights codes={refused.codes} />
          <p className="max-w-[42ch] text-pretty text-muted">
            <WhomToAsk />
          </p>
          <AskAgain refused={refused} home={home} />
        </div>
      }
    />
  )
}

/** Each right in words, with the code that an administrator finds it by. */
function Rights({ codes }: { codes: readonly string[] }) {
  const { t } = useTranslation('role')
  return (
    <ul className="grid max-w-full gap-1 rounded-3 border bg-surface px-4 py-2 text-start">
      {codes.map(code => (
        <li key={code} className="flex min-h-7 items-center gap-3">
          <Icon of={KeyRound} size="sm" className="text-muted" />
          <span className="min-w-0 flex-1 font-medium">{t(`role:options.permissions.${code}`)}</span>
          <code className="font-mono text-20 text-muted">{code}</code>
        </li>
      ))}
    </ul>
  )
}

/** Rights change while people work: whoever was let in meanwhile goes on to where they wanted to be. */
function AskAgain({ refused, home }: { refused: Refused; home: ReactNode }) {
  const { t } = useTranslation('home')
  const navigate = useNavigate()
  const { user } = useSession()
  const allowed = isOpenTo(refused, user?.permissions ?? [])
  const [before] = useState(allowed)
  const [asking, setAsking] = useState(false)
  const [answer, setAnswer] = useState('')

  // Only what changes while the page is open: the way back must not lead forward again.
  useEffect(() => {
    if (allowed && !before) void navigate(refused.to, { replace: true })
  }, [allowed, before, navigate, refused.to])

  const ask = async () => {
    if (allowed) return navigate(refused.to, { replace: true })
    setAsking(true)
    try {
      await refreshActor()
      setAnswer(t('home:denied.still', { time: formatTime(new Date()) }))
    } catch {
      setAnswer(t('home:denied.unreachable'))
    }
    setAsking(false)
  }
  return (
    <>
      <div className="flex flex-wrap justify-center gap-2">
        <Button variant="primary" icon={RotateCw} loading={asking} onClick={() => void ask()}>
          {t(asking ? 'home:denied.asking' : 'home:denied.again')}
        </Button>
        {home}
      </div>
      <p role="status" className="text-30 text-muted">
        {answer}
      </p>
    </>
  )
}
