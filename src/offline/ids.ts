import { leaseCall } from '#contract/calls/sync.ts'
import { ask } from './ask.ts'
import { isQuotaError } from './guarded-open.ts'
import type { KeepMeta } from './keep-meta.ts'

export type Block = { next: number; last: number }

/** Where the blocks of this device lie, in the store `meta`. */
export const IDS = 'ids'

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
  /** Leases what is missing in hand. */
  refill: () => Promise<void>
  /** Lets go of what is in hand for a block of its own: a copy of this device, as from a backup, gives out the same numbers. */
  renew: () => Promise<void>
}

/** The next number out of what is in hand, and what is left then; null where nothing is. */
export function takeId([block, ...rest]: readonly Block[]): { id: number; left: Block[] } | null {
  if (!block) return null
  return { id: block.next, left: block.next < block.last ? [{ ...block, next: block.next + 1 }, ...rest] : rest }
}

/**
 * Record numbers from blocks leased to this device; shared by all its tabs. What nobody waits for is kept by `inBackground`: on
 * a full device nothing has to go for it.
 */
export function leasedIds(meta: KeepMeta, deviceId: string, inBackground: KeepMeta = meta): Ids {
  let refilling: Promise<void> | null = null
  /** The block that is on its way, whoever asked for it. */
  let leasing: Promise<void> | null = null

  const take = () =>
    meta<Block[], { id: number | null; inHand: number }>(IDS, [], blocks => {
      const taken = takeId(blocks)
      return { value: taken?.left ?? blocks, result: { id: taken?.id ?? null, inHand: taken?.left.length ?? 0 } }
    })

  const leaseOne = (keep: KeepMeta) => {
    leasing ??= leaseMissing(keep).finally(() => (leasing = null))
    return leasing
  }

  async function leaseMissing(keep: KeepMeta): Promise<void> {
    const inHand = await keep<Block[], number>(IDS, [], value => ({ value, result: value.length }))
    if (inHand >= IN_HAND) return
    const block = await leaseBlock()
    await keep<Block[], void>(IDS, [], blocks => ({ value: [...blocks, block], result: undefined }))
  }

  async function leaseBlock(): Promise<Block> {
    const { first, last } = await ask(leaseCall, { deviceId })
    return { next: first, last }
  }

  async function renew(): Promise<void> {
    const block = await leaseBlock()
    await meta<Block[], void>(IDS, [], () => ({ value: [block], result: undefined }))
  }

  async function leaseAll(): Promise<void> {
    for (let asked = 0; asked < IN_HAND; asked += 1) await leaseOne(inBackground)
  }
  const refill = () => {
    refilling ??= leaseAll().finally(() => (refilling = null))
    return refilling
  }

  async function takeInHand(): Promise<number | null> {
    const { id, inHand } = await take()
    if (id !== null && inHand < IN_HAND) refill().catch(() => undefined) // the next one that is missing tries again
    return id
  }

  async function nextId(): Promise<number> {
    // One block is enough for whoever waits. The one in the background may not come, for want of room that is made for these.
    const inHand = (await takeInHand()) ?? (await leasing?.catch(() => undefined).then(takeInHand)) ?? null
    if (inHand !== null) return inHand
    const problem = await leaseOne(meta).catch((error: unknown) => error)
    const id = await takeInHand()
    if (id !== null) return id
    // The server has some: it is the device that has no room for them.
    throw isQuotaError(problem) ? problem : noIds(problem)
  }

  return { nextId, refill, renew }
}
