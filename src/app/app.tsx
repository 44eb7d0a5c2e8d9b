import { Suspense, useState } from 'react'
import { readyToAsk } from '#src/offline/api.ts'
import { lazyPage } from '#src/lib/lazy-page.tsx'
import { piece } from '#src/lib/piece.ts'
import { isLeaving, useSession } from '#src/session/session.ts'
import { session } from '#src/session/store.ts'
import { startWaiting } from './first-page.tsx'
import { Splash } from './splash.tsx'

const loadSignedOut = () => import('./signed-out.tsx')

// Two halves: what signing in takes, and everything else. The second is fetched while the first waits for a password.
const SignedIn = lazyPage(() => import('./signed-in.tsx').then(({ SignedIn }) => SignedIn))
const SignedOut = piece(() => loadSignedOut().then(({ SignedOut }) => SignedOut))

const warmUp = () => Promise.all([SignedIn.fetch(), readyToAsk()])

/** Fetches the half that will be shown, while its words are on their way. */
export async function fetchFirst(): Promise<void> {
  const first = session().signedIn ? SignedIn.fetch() : loadSignedOut()
  if (session().signedIn) warmUp().catch(() => undefined)
  // It is asked for again when it is to be shown, and that says what went wrong.
  await first.catch(() => undefined)
}

export function App() {
  const { signedIn } = useSession()
  if (isLeaving()) return <Splash />
  return <Suspense fallback={<Splash />}>{signedIn ? <Working /> : <SignedOut warmUp={warmUp} />}</Suspense>
}

function Working() {
  useState(startWaiting)
  return <SignedIn />
}
