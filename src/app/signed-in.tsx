import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { RouterProvider } from 'react-router-dom'
import { makeQueryClient } from '#src/data/query-client.ts'
import { followLanguage } from '#src/i18n/follow-language.ts'
import { hideIfLocked } from '#src/session/lock.ts'
import { LockHost } from './lock-host.tsx'
import { makeRouter } from './router.tsx'

hideIfLocked()
followLanguage()

/** Everything behind the sign-in: loaded when somebody is signed in, gone with everything in it when they are not. */
export function SignedIn() {
  const [router] = useState(makeRouter)
  const [queries] = useState(makeQueryClient)
  useEffect(() => () => queries.clear(), [queries])
  return (
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
      <LockHost />
    </QueryClientProvider>
  )
}
