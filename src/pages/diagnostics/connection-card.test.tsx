import { cleanup, render, screen } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { readConnection } from '#src/offline/connection.ts'
import { begin, speakEnglish } from '../../../tests/support/at-work.tsx'
import { syncDouble } from '../../../tests/support/sync-double.ts'
import { ConnectionCard } from './connection-card.tsx'

beforeAll(() => speakEnglish('ui', 'diagnostics'))

test.each([
  ['18.4', { database: '18.4' }, 'PostgreSQL 18.4'],
  ['not said', {}, '—'],
])('the page about this device says which PostgreSQL the server runs: %s', async (_, house, words) => {
  syncDouble()
  await begin({ userId: 9_490, permissions: [], house })
  render(<ConnectionCard connection={readConnection()} />)
  expect(screen.getByText('Database of the server').nextElementSibling?.textContent).toBe(words)
  cleanup()
})
