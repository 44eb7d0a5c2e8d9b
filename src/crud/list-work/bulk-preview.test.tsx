import { render, screen, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { AtWork, begin, speakEnglish } from '../../../tests/support/at-work.tsx'
import { BulkPreviewCard } from './bulk-preview.tsx'

const userId = 7_310

beforeAll(() => speakEnglish('crud', 'unit', 'problems'))
beforeEach(() => begin({ userId, permissions: ['200-a'] }))

it('shows of each field what it is now, what it would be, and of how many records', async () => {
  const preview = {
    module: 'unit',
    count: 5,
    judged: 5,
    changes: 4,
    unchanged: 0,
    refusedCount: 1,
    refused: [{ id: 9, title: 'S-9', message: 'This cannot be done where the record stands now.' }],
    turns: [
      { field: 'stage', before: 'inStock', after: 'quarantine', count: 3 },
      { field: 'note', before: null, after: 'Wet box', count: 4 },
    ],
  }
  render(
    <MemoryRouter>
      <AtWork userId={userId}>
        <BulkPreviewCard preview={preview} nouns="devices" />
      </AtWork>
    </MemoryRouter>,
  )
  const table = await screen.findByRole('grid')
  const rows = within(table).getAllByRole('row').slice(1)
  expect(rows.map(row => [...row.children].map(({ textContent }) => textContent))).toEqual([
    ['Stage', 'In stock', 'Quarantine', '3'],
    ['Note', '—', 'Wet box', '4'],
  ])
  expect(screen.getByText('S-9')).toBeTruthy()
  // The keyboard comes to it once, and hears what it is once.
  expect(screen.getAllByLabelText('What changes')).toEqual([table])
  expect([...table.querySelectorAll('[tabindex="0"]')]).toEqual([within(rows[0]!).getAllByRole('gridcell')[0]])
  expect(table.closest('[role=region]')).toBeNull()
})
