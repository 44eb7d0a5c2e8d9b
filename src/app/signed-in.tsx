import { QueryClientProvider } from '@tanstack/react-query'
import i18next from 'i18next'
import { useEffect, useState } from 'react'
import { RouterProvider } from 'react-router-dom'
import { makeQueryClient } from '#src/data/query-client.ts'
import { setLocale } from '#src/lib/format.ts'
import { makeRouter } from './router.tsx'

// Dates speak the language of the screen.
setLocale(i18next.language)
i18next.on('languageChanged', setLocale)

/** Everything behind the sign-in: loaded when somebody is signed in, gone with everything in it when they are not. */
export function SignedIn() {
  const [router] = useState(makeRouter)
  const [queries] = useState(makeQueryClient)
  useEffect(() => () => queries.clear(), [queries])
  return (
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  )
}
