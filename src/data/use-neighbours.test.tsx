import { render, screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { bank } from '#contract/modules/money/bank.ts'
import { AtWork, begin } from '../../tests/support/at-work.tsx'
import { syncDouble, type SyncDouble } from '../../tests/support/sync-double.ts'
import { useNeighbours } from './use-neighbours.ts'

const userId = 8_480
let server: SyncDouble
beforeEach(async () => {
  server = syncDouble()
  await begin({ userId, permissions: ['56-a', '56-d'] })
})

function Shown() {
  const around = useNeighbours(bank, 5, '')
  return <p>{around ? `${around.previous} ${around.next}` : 'looked for'}</p>
}

test('are asked for again where the server had too much to do', async () => {
  let asked = 0
  server.state.routes['GET /bank/5/neighbours'] = () => {
    asked += 1
    return asked === 1
      ? Response.json(
          { code: 'busy', message: 'Too much', requestId: 'r' },
          { status: 503, headers: { 'Retry-After': '1' } },
        )
      : { previous: 4, next: 6 }
  }
  render(
    <AtWork userId={userId}>
      <Shown />
    </AtWork>,
  )
  expect(await screen.findByText('4 6')).toBeTruthy()
})
