import { act, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { beforeAll, expect, test } from 'vitest'
import { noteServerTime } from '#src/lib/clock.ts'
import { AtWork, begin, speakEnglish } from '../../tests/support/at-work.tsx'
import { syncDouble } from '../../tests/support/sync-double.ts'
import { Notices } from './notices.tsx'

const MINUTE = 60_000
beforeAll(() => speakEnglish('ui', 'shell', 'problems'))

test('a clock that is wrong is said, by how much, until it is right again', async () => {
  // Nobody else says what time it is.
  syncDouble().state.network = 'refuse'
  await begin({ userId: 9_300, permissions: [] })
  render(
    <AtWork userId={9_300}>
      <MemoryRouter>
        <Notices />
      </MemoryRouter>
    </AtWork>,
  )
  const serverIsAt = (minutes: number) =>
    act(() => noteServerTime(new Date(Date.now() + minutes * MINUTE).toISOString()))
  serverIsAt(5)
  expect(screen.queryByText('The clock of this device is wrong')).toBeNull()
  serverIsAt(25)
  expect(await screen.findByText(/25 minutes behind/)).toBeTruthy()
  serverIsAt(-3 * 60)
  expect(await screen.findByText(/3 hours ahead/)).toBeTruthy()
  serverIsAt(-365 * 24 * 60)
  expect(await screen.findByText(/365 days ahead/)).toBeTruthy()
  serverIsAt(0)
  expect(screen.queryByText('The clock of this device is wrong')).toBeNull()
})
