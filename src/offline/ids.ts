import { leaseCall } from '#contract/calls/sync.ts'
import { ask } from './ask.ts'
import type { KeepMeta } from './keep-meta.ts'

type Block = { next: number; last: number }

/** Two blocks are kept in hand, so that one whole block is there when the connection goes. */
const IN_HAND = 2

export type NoIds = Error & { code: 'no-ids' }
const noIds = (cause: unknown): NoIds =>
  Object.assign(new Error('No record numbers are left', { cause }), { code: 'no-ids' as const })
export const isNoIds = (error: unknown): error is NoIds =>
  error instanceof Error && (error as Partial<NoIds>).code === 'no-ids'

export type Ids = {
  /** A number for a new record that nobody else will ever use. Throws NoIds where none is left and no server answers. */
  nextId: () => Promise<number>
  /** The same out of what is in hand, be it inside a transaction of the caller; null where nothing is. */
  nextInHand: () => Promise<number | null>
  /** Leases what is missing in hand. */
  refill: () => Promise<void>
}

/** Record numbers from blocks leased to this device; shared by all its tabs. */
export function leasedIds(meta: KeepMeta, deviceId: string): Ids {
  let refilling: Promise<void> | null = null

  const take = () =>
    meta<Block[], { id: number | null; inHand: number }>('ids', [], blocks => {
      const [block, ...rest] = blocks
      if (!block) return { value: [], result: { id: null, inHand: 0 } }
      const left = block.next < block.last ? [{ ...block, next: block.next + 1 }, ...rest] : rest
      return { value: left, result: { id: block.next, inHand: left.length } }
    })

  async function lease(): Promise<void> {
    const inHand = await meta<Block[], number>('ids', [], value => ({ value, result: value.length }))
    for (let missing = IN_HAND - inHand; missing > 0; missing -= 1) {
      const { first, last } = await ask(leaseCall, { deviceId })
      await meta<Block[], void>('ids', [], blocks => ({
        value: [...blocks, { next: first, last }],
        result: undefined,
      }))
    }
  }

  const refill = () => {
    refilling ??= lease().finally(() => (refilling = null))
    return refilling
  }

  async function nextId(): Promise<number> {
    const { id, inHand } = await take()
    if (id !== null) {
      if (inHand < IN_HAND) refill().catch(() => undefined) // the next one that is missing tries again
      return id
    }
    try {
      await refill()
    } catch (error) {
      throw noIds(error)
    }
    const leased = await take()
    if (leased.id === null) throw noIds(undefined)
    return leased.id
  }

  return { nextId, nextInHand: async () => (await take()).id, refill }
}
