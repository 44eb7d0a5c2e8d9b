import { screen } from '@testing-library/react'
import { createMemoryRouter } from 'react-router-dom'
import { beforeAll, expect, test } from 'vitest'
import type { TimelineEntry } from '#contract/calls/timeline.ts'
import { dealerBranch } from '#contract/modules/people/dealer-branch.ts'
import type { HistoryEntry } from '#src/data/use-facts.ts'
import { formatDateTime } from '#src/lib/format.ts'
import { begin, showAtWork, speakEnglish } from '../../tests/support/at-work.tsx'
import { syncDouble } from '../../tests/support/sync-double.ts'
import { LifeEntry } from './life/life-entry.tsx'
import { Timeline } from './timeline.tsx'

const userId = 9_460
beforeAll(() => speakEnglish('ui', 'crud', 'dealerBranch', 'stockMove'))

const entry = (version: number, saidAt: string | null): HistoryEntry => ({
  id: version,
  at: '2026-06-29T09:00:00.000Z',
  action: 'change',
  actor: 5,
  actorName: 'Asha',
  recordId: 7,
  version,
  offline: saidAt !== null,
  saidAt,
  before: { hours: null },
  after: { hours: `${version} to 5` },
})

test('tells when something was done only where it arrived much later', async () => {
  syncDouble()
  await begin({ userId, permissions: ['52-a', '52-d'] })
  const [friday, aMomentAgo] = ['2026-06-26T10:30:00.000Z', '2026-06-29T08:58:00.000Z']
  const entries = [entry(3, friday), entry(2, aMomentAgo), entry(1, null)]
  showAtWork(userId, createMemoryRouter([{ path: '/', element: <Timeline module={dealerBranch} entries={entries} /> }]))
  await screen.findByText('3 to 5')
  const told = screen.getAllByText(/^done without a connection/)
  expect(told.map(one => one.textContent)).toEqual([`done without a connection, ${formatDateTime(friday)}`])
})

test('tells it in the life of a record, too: of what was changed and of what was only added', async () => {
  syncDouble()
  await begin({ userId, permissions: ['52-a', '52-d', '201-a', '201-d'] })
  const friday = '2026-06-26T10:30:00.000Z'
  const told = { ...entry(3, friday), saidAt: friday, record: 7, title: null }
  const entries: TimelineEntry[] = [
    { ...told, key: 'a', kind: 'dealerBranch', module: 'dealerBranch' },
    {
      ...told,
      key: 'b',
      kind: 'stockMove',
      module: 'stockMove',
      action: 'create',
      before: {},
      after: { from: 'stock' },
    },
  ]
  const element = (
    <ol>
      {entries.map(one => (
        <LifeEntry key={one.key} entry={one} own last />
      ))}
    </ol>
  )
  showAtWork(userId, createMemoryRouter([{ path: '/', element }]))
  await screen.findByText('3 to 5')
  expect(screen.getAllByText(`done without a connection, ${formatDateTime(friday)}`)).toHaveLength(2)
})
