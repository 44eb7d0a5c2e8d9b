import { QueryClientProvider } from '@tanstack/react-query'
import { act, render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import i18next from 'i18next'
import { readFileSync } from 'node:fs'
import { Suspense, useState, type ReactNode } from 'react'
import { initReactI18next } from 'react-i18next'
import { RouterProvider, type createMemoryRouter } from 'react-router-dom'
import type { House } from '#contract/calls/session.ts'
import { register } from '#contract/register.ts'
import { DataProvider } from '#src/data/provider.tsx'
import { makeQueryClient } from '#src/data/query-client.ts'
import { markConnection, readConnection } from '#src/offline/connection.ts'
import { writeSession } from '#src/offline/device.ts'
import { startActor } from '#src/session/actor.ts'
import { keepSession } from '#src/session/store.ts'
import { ConfirmHost } from '#src/ui/confirm.tsx'
import { Toaster } from '#src/ui/toaster.tsx'
import type { SyncDouble } from './sync-double.ts'

const texts = (namespace: string): object =>
  JSON.parse(readFileSync(`public/locales/en/${namespace}.json`, 'utf8')) as object

/** The shipped English texts, without a network. */
export const speakEnglish = (...namespaces: string[]) =>
  i18next.use(initReactI18next).init({
    lng: 'en',
    ns: namespaces,
    defaultNS: 'shell',
    interpolation: { escapeValue: false },
    resources: { en: Object.fromEntries(namespaces.map(name => [name, texts(name)])) },
  })

type Person = {
  userId: number
  permissions: readonly string[]
  name?: string
  house?: Partial<House>
  approves?: readonly string[]
}

/** Somebody is signed in on this device, with these permissions. What was heard before them is nobody's. */
export async function begin({ userId, permissions, name = 'Meera Nair', house, approves = [] }: Person) {
  act(() => markConnection({ online: true, slow: false, syncing: false, lastSyncAt: null }))
  const sessionUser = {
    avatar: '',
    username: 'meera.nair',
    email: 'meera@caredesk.example',
    permissions: [...permissions],
    notification_permission: [],
    status_permission: [],
  }
  const actor = {
    id: userId,
    permissions: [...permissions],
    branch: null,
    scopes: {},
    approves: [...approves],
    statusPermission: 'all' as const,
  }
  const ours = {
    companyName: 'Care',
    currency: 'INR',
    timeZone: 'Asia/Kolkata',
    helpContact: null,
    lockMinutes: 10,
    country: 'IN',
    warrantyStart: 'delivery' as const,
  }
  await writeSession({
    userId,
    name,
    stage: 'active',
    house: { ...ours, ...house },
    sessionUser,
    actor,
    revocation: 'r',
    keep: true,
  })
  keepSession('token', sessionUser)
  await startActor()
}

/** What stands around every page at work. */
export function AtWork({ userId, children }: { userId: number; children: ReactNode }) {
  const [queries] = useState(makeQueryClient)
  return (
    <QueryClientProvider client={queries}>
      <DataProvider userId={userId} register={register}>
        <Suspense>{children}</Suspense>
      </DataProvider>
    </QueryClientProvider>
  )
}

/** A page at work, with what asks and what tells around it. */
export function showAtWork(userId: number, router: ReturnType<typeof createMemoryRouter>) {
  render(
    <AtWork userId={userId}>
      <RouterProvider router={router} />
      <ConfirmHost />
      <Toaster />
    </AtWork>,
  )
  return userEvent.setup({ delay: null })
}

/** The network comes or goes, and the app has noticed. */
export async function connect(server: SyncDouble, online: boolean) {
  server.state.network = online ? 'up' : 'refuse'
  // What was under way answers first, and would say that the server is there.
  do await act(() => new Promise(resolve => setTimeout(resolve, 100)))
  while (readConnection().syncing)
  act(() => markConnection({ online }))
}
