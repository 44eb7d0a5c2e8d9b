import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { expect, test } from 'vitest'
import { everythingIsKept, keepWhatIsOpen } from '#src/session/dirty.ts'
import { AtWork, begin, speakEnglish } from '../../../tests/support/at-work.tsx'
import { syncDouble } from '../../../tests/support/sync-double.ts'
import { OwnDetails } from './own-details.tsx'

test('what is typed about oneself is said to be unsaved, and to be kept on this device', async () => {
  await speakEnglish('ui', 'crud', 'profile', 'user', 'problems')
  syncDouble()
  await begin({ userId: 7_900, permissions: [] })
  const profile = { name: 'Meera', phone: null, email: 'meera@caredesk.example', avatar: null, roles: [], branch: null }
  const details = <OwnDetails profile={profile as never} onChanged={() => Promise.resolve()} />
  const router = createMemoryRouter([{ path: '*', element: details }])
  render(
    <AtWork userId={7_900}>
      <RouterProvider router={router} />
    </AtWork>,
  )
  await userEvent.type(await screen.findByRole('textbox', { name: 'Name' }), ' Nair')
  expect(screen.getByText('Unsaved user')).toBeTruthy()
  await waitFor(() => expect(everythingIsKept()).toBe(true))
  await keepWhatIsOpen()
  expect(await screen.findByText(/^Draft kept on this device/)).toBeTruthy()
})
