import { useEffect, useState } from 'react'
import { SignInPage } from '#src/pages/sign-in-page.tsx'
import { safeRedirect, SIGN_IN, signInAddress } from '#src/session/safe-redirect.ts'
import { takeReason } from '#src/session/session.ts'

const isSignIn = () => location.pathname.replace(/\/+$/, '') === SIGN_IN
const toSignIn = () => {
  const wanted = location.pathname + location.search + location.hash
  if (!isSignIn()) history.replaceState(null, '', signInAddress(wanted))
}
const wantedPage = () => safeRedirect(new URLSearchParams(location.search).get('redirectUrl'))

/**
 * What the world outside sees. It has one page and so needs no router: whoever asks for another address finds it kept
 * in `redirectUrl`.
 */
export function SignedOut({ warmUp }: { warmUp: () => Promise<unknown> }) {
  const [reason] = useState(takeReason)
  useEffect(() => {
    toSignIn()
    // While somebody types, the rest of the app arrives. That it does not is no reason to say so yet.
    const later = setTimeout(() => void Promise.all([warmUp(), tidyUp()]).catch(() => {}), 500)
    return () => clearTimeout(later)
  }, [warmUp])
  return <SignInPage reason={reason} onSignedIn={() => history.replaceState(null, '', wantedPage())} />
}

/** What an earlier sign-out could not finish: a database that was held open, a session the server does not know has ended. */
async function tidyUp() {
  const { retryWipes, sendRevocations } = await import('#src/offline/wipe.ts')
  await retryWipes()
  await sendRevocations()
}
