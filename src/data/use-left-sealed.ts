import { goWithout, readLeftSealed } from '#src/offline/left-sealed-rows.ts'
import type { OutboxOp } from '#src/offline/outbox/op.ts'
import { useData } from './data.ts'
import { useLive } from './shared-live.ts'

/** What waits sealed for room on this device: how much, and which changes cannot go without some of it. */
export function useLeftSealed(): { count: number; lacks: (op: OutboxOp) => boolean } {
  const rows = useLive(useData().db, 'left-sealed', readLeftSealed) ?? []
  return { count: rows.reduce((sum, row) => sum + row.count, 0), lacks: goWithout(rows) }
}
