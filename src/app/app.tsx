import { lazy, Suspense } from 'react'
import { readyToAsk } from '#src/offline/api.ts'
import { isLeaving, useSession } from '#src/session/session.ts'
import { SignedOut } from './signed-out.tsx'
import { Splash } from './splash.tsx'

export const loadSignedIn = () => import('./signed-in.tsx')

const warmUp = () => Promise.all([loadSignedIn(), readyToAsk()])

// Two halves: what signing in takes, and everything else. The second is fetched while the first waits for a password.
const SignedIn = lazy(() => loadSignedIn().then(({ SignedIn }) => ({ default: SignedIn })))

export function App() {
  const { signedIn } = useSession()
  if (isLeaving()) return <Splash />
  if (!signedIn) return <SignedOut warmUp={warmUp} />
  return (
    <Suspense fallback={<Splash />}>
      <SignedIn />
    </Suspense>
  )
}
