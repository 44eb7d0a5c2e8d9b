import { renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import { task } from '#contract/modules/desk/task.ts'
import { register } from '#contract/register.ts'
import { pruneForRoom } from '#src/offline/prune.ts'
import { keptTable, openUserDb } from '#src/offline/user-db.ts'
import { deviceSession } from '../../tests/support/device-session.ts'
import { itemRow } from '../../tests/support/sync-double.ts'
import { writeSession } from '#src/offline/device.ts'
import { startActor } from '../session/actor.ts'
import { useIsAnsweredHere } from './asks-for-kept.ts'
import { DataContext, useHeldGroups, type Data } from './data.ts'

const userId = 861

test('a device that has thrown off records holds no group of what it keeps in part until they are back', async () => {
  const actor = { id: userId, permissions: ['90-a'], branch: null, scopes: {}, approves: [] }
  await writeSession(deviceSession(userId, { actor: { ...actor, statusPermission: 'all' } }))
  await startActor()
  const db = await openUserDb(userId, register)
  const groups = { hash: 'h', names: ['lists', 'dealerBranch', 'customer', `task:own:${userId}`] }
  await db.meta.put({ key: 'cursor', value: { epoch: 'e', seq: 1, groups, g: 1, from: 1, syncedAt: '' } })
  const updatedAt = new Date().toISOString()
  const row = { ...itemRow(1), title: 'Call back', updatedAt, stage: 'done', assignedTo: userId, assignedBy: userId }
  await keptTable(db, task).put({ id: 1, t: 'task', v: 1, g: 1, on: 1, row })

  const data = { register, opened: true, db } as Data
  const wrapper = ({ children }: { children: ReactNode }) => <DataContext value={data}>{children}</DataContext>
  const today = updatedAt.slice(0, 10)
  const lately = { filter: { assignedTo: [userId], updatedAt: [`${today}..`] } }
  const { result } = renderHook(() => [useHeldGroups(), useIsAnsweredHere(task, lately)], { wrapper })
  await waitFor(() => expect(result.current).toEqual([groups.names, true]))
  expect(await pruneForRoom(db, register, userId, Date.now())).toBe(1)
  await waitFor(() => expect(result.current).toEqual([['lists', 'dealerBranch'], false]))
  await db.meta.put({ key: 'bringBack', value: true })
  await waitFor(() => expect(result.current).toEqual([groups.names, true]))
  db.close()
})
