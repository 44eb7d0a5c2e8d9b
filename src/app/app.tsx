import { lazy, Suspense } from 'react'
import { readyToAsk } from '#src/offline/api.ts'
import { piece } from '#src/lib/piece.ts'
import { isLeaving, useSession } from '#src/session/session.ts'
import { session } from '#src/session/store.ts'
import { Splash } from './splash.tsx'

const loadSignedIn = () => import('./signed-in.tsx')
const loadSignedOut = () => import('./signed-out.tsx')

const warmUp = () => Promise.all([loadSignedIn(), readyToAsk()])

// Two halves: what signing in takes, and everything else. The second is fetched while the first waits for a password.
const SignedIn = lazy(() => loadSignedIn().then(({ SignedIn }) => ({ default: SignedIn })))
const SignedOut = piece(() => loadSignedOut().then(({ SignedOut }) => SignedOut))

/** Fetches the half that will be shown, while its words are on their way. */
export function fetchFirst(): void {
  const half = session().signedIn ? warmUp() : loadSignedOut()
  // It is asked for again when it is to be shown, and that says what went wrong.
  half.catch(() => undefined)
}

export function App() {
  const { signedIn } = useSession()
  if (isLeaving()) return <Splash />
  return <Suspense fallback={<Splash />}>{signedIn ? <SignedIn /> : <SignedOut warmUp={warmUp} />}</Suspense>
}
