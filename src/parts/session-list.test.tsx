import { render, screen } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { speakEnglish } from '../../tests/support/at-work.tsx'
import { SessionList } from './session-list.tsx'

beforeAll(() => speakEnglish('ui', 'profile'))

test('of a device that the browser emptied the list says how much is gone', () => {
  const at = '2026-11-20T06:30:00.000Z'
  const row = { current: true, other: false, device: 'Chrome', address: null, keep: false, createdAt: at, seenAt: at }
  const rows = [
    { ...row, id: '1', endsAt: at, lost: { count: 3, at } },
    { ...row, id: '2', endsAt: at },
  ]
  render(<SessionList rows={rows} busy={null} />)
  const said = screen.getAllByText(
    /^The browser removed the data on this device before .+\. 3 unsent changes are gone\.$/,
  )
  expect(said).toHaveLength(1)
})
