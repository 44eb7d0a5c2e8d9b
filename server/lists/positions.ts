import { GAP } from '#contract/list.ts'
import type { Module, Row } from '#contract/module.ts'
import type { Tx, WriteContext } from '#server/crud/store.ts'

/** Below this, there is no telling two places apart safely. */
const TIGHT = 1e-6
/** How far beyond the ends a position may lie before it is brought back. */
const REACH = 2 ** 20

export async function lastPosition(tx: Tx, list: Module): Promise<number> {
  const [last] = await tx.inOrder(list, 'position', { last: true, limit: 1 })
  return at(last) + GAP
}

/**
 * Where an item really goes that is wished at `position`. Where the gap has become too small, its neighbours move
 * apart, as few of them as it takes.
 */
export async function settlePosition(
  tx: Tx,
  list: Module,
  id: number,
  position: number,
  written: WriteContext,
): Promise<number> {
  const [first] = await tx.inOrder(list, 'position', { limit: 1 })
  const [last] = await tx.inOrder(list, 'position', { last: true, limit: 1 })
  if (position > at(last) + REACH) return at(last) + GAP
  if (position < at(first) - REACH) return at(first) - GAP
  const near = await tx.inOrder(list, 'position', { from: position - TIGHT, to: position + TIGHT })
  return near.every(item => item.id === id) ? position : makeRoom(tx, list, id, position, written)
}

async function makeRoom(tx: Tx, list: Module, id: number, position: number, written: WriteContext): Promise<number> {
  for (let reach = 16; ; reach *= 4) {
    const others = (rows: Row[]) => rows.filter(item => item.id !== id)
    const before = others(
      await tx.inOrder(list, 'position', { to: position, last: true, limit: reach + 2 }),
    ).toReversed()
    const after = others(await tx.inOrder(list, 'position', { from: position, limit: reach + 2 })).filter(
      item => at(item) > position,
    )
    const low = before.at(-reach - 1)
    const high = after.length > reach ? after[reach] : undefined
    const moving = [...before.slice(-reach), null, ...after.slice(0, reach)]
    // An open end has all the room there is.
    const start = low ? at(low) : high ? at(high) - GAP * (moving.length + 1) : 0
    const step = low && high ? (at(high) - start) / (moving.length + 1) : GAP
    if (step < 1 && (low || high)) continue
    let mine = position
    for (const [index, item] of moving.entries()) {
      const place = start + step * (index + 1)
      if (!item) mine = place
      else if (at(item) !== place) await tx.update(list, item, { position: place }, { ...written, action: 'change' })
    }
    return mine
  }
}

const at = (item: Row | undefined) => (item?.position as number | undefined) ?? 0
