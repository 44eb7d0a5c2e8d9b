import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, expect, it } from 'vitest'
import { AtWork, begin, speakEnglish } from '../../tests/support/at-work.tsx'
import { portal } from '../../tests/support/portal.ts'
import { syncDouble } from '../../tests/support/sync-double.ts'
import { FirstPasswordPage } from './first-password-page.tsx'

beforeAll(() => speakEnglish('shell', 'ui', 'auth'))

it.each(portal)('takes no password for changed where a portal answers %s', async (_, reply) => {
  const server = syncDouble()
  server.state.routes['POST /auth/change-password'] = reply
  await begin({ userId: 6_950, permissions: [] })
  render(
    <AtWork userId={6_950}>
      <FirstPasswordPage />
    </AtWork>,
  )
  await userEvent.type(await screen.findByLabelText('One-time password'), 'printed once')
  await userEvent.type(screen.getByLabelText('New password'), 'three tall otters of 1977')
  await userEvent.click(screen.getByRole('button', { name: 'Set the password' }))
  expect(await screen.findByText('The server does not answer. Check the connection and try again.')).toBeTruthy()
  expect(server.state.requests).not.toContain('GET /auth/me')
})
