import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { beforeAll, expect, test } from 'vitest'
import type { DraftState } from '#src/crud/drafts/use-draft.ts'
import { AtWork, begin, speakEnglish } from '../../../../tests/support/at-work.tsx'
import { syncDouble } from '../../../../tests/support/sync-double.ts'
import { SaveBar } from './save-bar.tsx'

beforeAll(async () => {
  await speakEnglish('ui', 'crud', 'access', 'problems', 'keys')
  syncDouble()
  await begin({ userId: 7_950, permissions: [] })
})

const bar = (keptAt: string | null) => {
  const draft = { restored: null, offered: [], keptAt } as unknown as DraftState
  const nothing = () => undefined
  render(
    <AtWork userId={7_950}>
      <MemoryRouter>
        <SaveBar
          isNew={false}
          changes={2}
          reach={undefined}
          blocked={false}
          reason={undefined}
          saving={false}
          draft={draft}
          refused=""
          onDismiss={nothing}
          back="/"
          onSave={nothing}
          onDiscard={nothing}
        />
      </MemoryRouter>
    </AtWork>,
  )
}

test('the bar of a role says that a draft is kept once it is', async () => {
  bar(new Date().toISOString())
  expect(await screen.findByText(/^Draft kept on this device/)).toBeTruthy()
})

test('and says nothing of it before', async () => {
  bar(null)
  expect(await screen.findByRole('status')).toBeTruthy()
  expect(screen.queryByText(/^Draft kept/)).toBeNull()
})
