import { lazy, Suspense } from 'react'
import { isLeaving, useSession } from '#src/session/session.ts'
import { SignedOut } from './signed-out.tsx'
import { Splash } from './splash.tsx'

export const loadSignedIn = () => import('./signed-in.tsx')

// Two halves: what signing in takes, and everything else. The second is fetched while the first waits for a password.
const SignedIn = lazy(() => loadSignedIn().then(({ SignedIn }) => ({ default: SignedIn })))

export function App() {
  const { signedIn } = useSession()
  if (isLeaving()) return <Splash />
  if (!signedIn) return <SignedOut warmUp={loadSignedIn} />
  return (
    <Suspense fallback={<Splash />}>
      <SignedIn />
    </Suspense>
  )
}
