import { useRef, useState } from 'react'
import type { Item, List } from '#contract/list.ts'
import type { Outcome } from '#src/data/outcome.ts'
import { useChange } from '#src/data/use-writes.ts'
import { useSayWaiting } from '../say-waiting.ts'
import { outcomeOf } from '../outcome-of.ts'
import { inOrder, positionFor } from './position.ts'

/** A place that was asked for, and the version that has it. A row that is older is shown at that place. */
type Wanted = { position: number; version: number }
/** No version has it yet. */
const waiting = Number.POSITIVE_INFINITY
/** No row is older: it is shown where it says itself, because it has the place on this device or was refused it. */
const over = 0

/** The items in the order the person gave them: at once on the screen, one after the other to the server. */
export function useReorder(list: List, items: readonly Item[], onRefused: (id: number, outcome: Outcome) => void) {
  const change = useChange(list)
  const sayWaiting = useSayWaiting()
  const [wanted, setWanted] = useState<ReadonlyMap<number, Wanted>>(new Map())
  const queue = useRef<Promise<unknown>>(Promise.resolve())

  const moved = items.some(item => isWaiting(wanted.get(item.id), item))
  const ordered = moved ? inOrder(items.map(item => placed(item, wanted.get(item.id)))) : [...items]

  /** Says which version has the place, unless the item was moved on while this was written. */
  const settle = (id: number, position: number, version: number) =>
    setWanted(now => (now.get(id)?.position === position ? new Map(now).set(id, { position, version }) : now))

  const write = async (item: Item, position: number): Promise<boolean> => {
    const outcome = await outcomeOf(() => change(item, { position }))
    sayWaiting(outcome)
    settle(item.id, position, outcome.state === 'saved' ? outcome.row.version : over)
    if (outcome.state === 'saved' || outcome.state === 'waiting') return true
    onRefused(item.id, outcome)
    return false
  }

  /** Takes an item to another place among those shown. Answers when that is kept: whether it was. */
  const move = async (shown: readonly Item[], from: number, to: number): Promise<boolean> => {
    const item = shown[from]
    const position = positionFor(shown, from, to)
    if (!item || position === null) return false
    setWanted(now => new Map(now).set(item.id, { position, version: waiting }))
    const written = queue.current.then(() => write(item, position))
    queue.current = written
    return written
  }
  return { ordered, move }
}

const isWaiting = (wanted: Wanted | undefined, item: Item): wanted is Wanted =>
  wanted !== undefined && item.version < wanted.version && item.position !== wanted.position
const placed = (item: Item, wanted: Wanted | undefined): Item =>
  isWaiting(wanted, item) ? { ...item, position: wanted.position } : item
