import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, expect, test } from 'vitest'
import { dealerBranch } from '#contract/modules/people/dealer-branch.ts'
import type { Row } from '#contract/module.ts'
import { register } from '#contract/register.ts'
import { openUserDb } from '#src/offline/user-db.ts'
import { AtWork, begin, speakEnglish } from '../../../tests/support/at-work.tsx'
import { waitingOp } from '../../../tests/support/outbox.ts'
import { syncDouble } from '../../../tests/support/sync-double.ts'
import type { ListModel } from '../list/model.ts'
import { CalendarDay } from './calendar-day.tsx'
import { DayDialog } from './day-dialog.tsx'

const userId = 9_250
beforeAll(() => speakEnglish('ui', 'crud', 'dealerBranch', 'problems'))

test('what waits, waits for a decision, or was not accepted is marked in a calendar as it is in a table', async () => {
  syncDouble()
  await begin({ userId, permissions: ['52-a'] })
  const db = await openUserDb(userId, register)
  const op = (id: number) => ({ userId, op: 'dealerBranch.change', id, lane: `dealerBranch:${id}` })
  await db.outbox.bulkPut([
    waitingOp({ ...op(1), nextAt: Date.now() + 250_000 }),
    // With several, a record shows what the header and the list of what is unsent have first.
    waitingOp({ ...op(2), state: 'conflict' }),
    waitingOp({ ...op(2), state: 'rejected' }),
    waitingOp({ ...op(3), state: 'rejected' }),
    waitingOp({ ...op(3), nextAt: Date.now() + 250_000 }),
  ])
  db.close()
  const names = ['North', 'South', 'East', 'West']
  const rows = names.map((name, at) => ({ id: at + 1, version: 1, name })) as unknown as Row[]
  const list = { module: dealerBranch, linkTo: () => undefined } as unknown as ListModel
  const none = () => undefined
  const at = { isTab: true, isToday: false, isOutside: false, isTall: false, isOver: false }
  render(
    <AtWork userId={userId}>
      <CalendarDay list={list} day="2026-06-30" rows={rows} {...at} onFocus={none} onOpen={none} onPick={none} />
      <DayDialog list={list} day="2026-06-30" rows={rows} isMovable={() => false} onMove={none} onClose={none} />
    </AtWork>,
  )
  await screen.findAllByTitle('Waiting')
  const said = ['Waiting', 'Needs your decision', 'Not accepted', '']
  const marks = names.map(name => screen.getByTitle(name).textContent?.trim())
  expect(marks).toEqual(names.map((name, at) => `${said[at]} ${name}`.trim()))
  const items = within(screen.getByRole('dialog')).getAllByRole('listitem')
  expect(items.map(item => item.textContent)).toEqual(names.map((name, at) => `${name}${said[at]}`))
  await userEvent.keyboard('{Escape}')
})
