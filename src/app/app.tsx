import { lazy, Suspense, useState, type ComponentType } from 'react'
import { readyToAsk } from '#src/offline/api.ts'
import { piece } from '#src/lib/piece.ts'
import { isLeaving, useSession } from '#src/session/session.ts'
import { session } from '#src/session/store.ts'
import { startWaiting } from './first-page.tsx'
import { Splash } from './splash.tsx'

let half: ComponentType | undefined
const loadSignedIn = () =>
  import('./signed-in.tsx').then(({ SignedIn }) => {
    half = SignedIn
    return SignedIn
  })
const loadSignedOut = () => import('./signed-out.tsx')

const warmUp = () => Promise.all([loadSignedIn(), readyToAsk()])

// Two halves: what signing in takes, and everything else. The second is fetched while the first waits for a password.
const Fetched = lazy(() => loadSignedIn().then(SignedIn => ({ default: SignedIn })))
const SignedOut = piece(() => loadSignedOut().then(({ SignedOut }) => SignedOut))

/** Fetches the half that will be shown, while its words are on their way. */
export async function fetchFirst(): Promise<void> {
  const first = session().signedIn ? loadSignedIn() : loadSignedOut()
  if (session().signedIn) warmUp().catch(() => undefined)
  // It is asked for again when it is to be shown, and that says what went wrong.
  await first.catch(() => undefined)
}

export function App() {
  const { signedIn } = useSession()
  if (isLeaving()) return <Splash />
  return <Suspense fallback={<Splash />}>{signedIn ? <SignedIn /> : <SignedOut warmUp={warmUp} />}</Suspense>
}

/** Here already, as a rule: then nothing has to stand in for it. */
function SignedIn() {
  const [Half] = useState(() => half ?? Fetched)
  useState(startWaiting)
  return <Half />
}
