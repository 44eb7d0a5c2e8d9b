import { startTransition, Suspense, useEffect, useState } from 'react'
import { Outlet, useNavigate } from 'react-router-dom'
import { register } from '#contract/register.ts'
import { openEarly } from '#src/data/open-store.ts'
import { DataProvider } from '#src/data/provider.tsx'
import { piece } from '#src/lib/piece.ts'
import { watchPresence } from '#src/offline/presence.ts'
import { refreshActor, startActor, watchRights } from '#src/session/actor.ts'
import { ConfirmPasswordHost } from '#src/session/confirm-host.tsx'
import { readWho, useMe } from '#src/session/house.ts'
import { startLock, watchLock } from '#src/session/lock.ts'
import { markEntriesFor } from '#src/session/own-entry.ts'
import { HOME } from '#src/session/safe-redirect.ts'
import { fetchFirstPage } from './fetch-first-page.ts'
import { Splash } from './splash.tsx'

const FirstPasswordPage = piece(() =>
  import('#src/pages/first-password-page.tsx').then(({ FirstPasswordPage }) => FirstPasswordPage),
)
const PendingPage = piece(() => import('#src/pages/pending-page.tsx').then(({ PendingPage }) => PendingPage))
const Unknown = piece(() => import('./unknown.tsx').then(({ Unknown }) => Unknown))

/** The first page is drawn once, with its words and with what is kept here, unless they take longer than this, in ms. */
const PATIENCE = 300

type Start = 'asking' | 'failed' | number

/** Knows who is working here and opens what this device keeps for them, before the first page asks. */
export function WorkPlace() {
  const [start, setStart] = useState<Start>('asking')
  const asking = start === 'asking'
  const navigate = useNavigate()

  useEffect(() => {
    if (!asking) return
    const begin = async () => {
      const page = fetchFirstPage()
      const { id } = await startActor()
      if (!markEntriesFor(id)) await navigate(HOME, { replace: true })
      await startLock()
      const late = new Promise(resolve => setTimeout(resolve, PATIENCE))
      if (readWho()?.stage === 'active') await Promise.race([Promise.all([page, openEarly(id, register)]), late])
      return id
    }
    // As a transition: the splash stays until the first page can be shown whole.
    begin().then(
      id => startTransition(() => setStart(id)),
      () => setStart('failed'),
    )
  }, [asking, navigate])

  const known = typeof start === 'number'
  useEffect(() => {
    if (!known) return
    // Roles change while the app is open. Without an answer the device's word stands.
    const ask = () => {
      if (document.visibilityState === 'visible') refreshActor().catch(() => {})
    }
    ask()
    document.addEventListener('visibilitychange', ask)
    window.addEventListener('online', ask)
    const stops = [watchPresence(), watchLock(), watchRights()]
    return () => {
      for (const stop of stops) stop()
      document.removeEventListener('visibilitychange', ask)
      window.removeEventListener('online', ask)
    }
  }, [known])

  if (start === 'asking') return <Splash />
  if (start === 'failed')
    return (
      <Suspense fallback={<Splash />}>
        <Unknown onAgain={() => setStart('asking')} />
      </Suspense>
    )
  return <Place userId={start} />
}

function Place({ userId }: { userId: number }) {
  const { stage } = useMe()
  if (stage === 'pending')
    return (
      <Suspense fallback={<Splash />}>
        <PendingPage />
      </Suspense>
    )
  if (stage === 'choosing')
    return (
      <Suspense fallback={<Splash />}>
        <FirstPasswordPage />
      </Suspense>
    )
  return (
    <DataProvider userId={userId} register={register}>
      <Outlet />
      <ConfirmPasswordHost />
    </DataProvider>
  )
}
