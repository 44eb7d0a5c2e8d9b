import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { beforeAll, expect, test } from 'vitest'
import { unit } from '#contract/modules/stock/unit.ts'
import { AtWork, begin, speakEnglish } from '../../../tests/support/at-work.tsx'
import { endedWork } from '../../../tests/support/ended-work.ts'
import { syncDouble } from '../../../tests/support/sync-double.ts'
import { WorkDialog } from './work-dialog.tsx'

const userId = 9_270
const work = endedWork({})
const { id } = work

beforeAll(() => speakEnglish('ui', 'crud', 'unit', 'problems'))

test('what is pressed last says alone why it was not done, and a report is fetched once', async () => {
  const server = syncDouble()
  await begin({ userId, permissions: ['200-a'] })
  const refuse = (message: string) => () => Response.json({ code: 'broken', message, requestId: 'r' }, { status: 409 })
  server.state.routes[`GET /work/${id}`] = () => work
  server.state.routes[`POST /work/${id}/retry`] = refuse('Not again')
  server.state.routes[`GET /work/${id}/report`] = refuse('No report')
  render(
    <MemoryRouter>
      <AtWork userId={userId}>
        <WorkDialog id={id} module={unit} linkTo={() => undefined} />
      </AtWork>
    </MemoryRouter>,
  )
  const retry = await screen.findByRole('button', { name: /again/i })
  const report = screen.getByRole('button', { name: 'Save the report' })
  await userEvent.click(retry)
  await screen.findByText('Not again')
  let answer = () => {}
  server.state.slow = new Promise<void>(resolve => (answer = resolve))
  await userEvent.click(report)
  await waitFor(() => expect(screen.queryByText('Not again')).toBeNull())
  await userEvent.click(report)
  answer()
  await screen.findByText('No report')
  expect(server.state.requests.filter(request => request.endsWith('/report'))).toHaveLength(1)
  await userEvent.click(retry)
  await screen.findByText('Not again')
  expect(screen.queryByText('No report')).toBeNull()
})
