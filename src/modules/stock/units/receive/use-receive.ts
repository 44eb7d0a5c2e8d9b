import { useState } from 'react'
import { receiveUnitsCall } from '#contract/calls/receive-units.ts'
import type { ReceivePlace } from '#contract/modules/stock/receive-units.ts'
import { unit } from '#contract/modules/stock/unit.ts'
import { useCall } from '#src/data/use-call.ts'
import { useConnection } from '#src/data/use-connection.ts'
import { useMoves, useSave } from '#src/data/use-writes.ts'
import { isOver } from '#src/scan/modes/entries.ts'
import { useBatch } from '#src/scan/modes/use-batch.ts'
import type { Scanning } from '#src/scan/modes/use-scan-mode.ts'

/** What a scanned serial number is of, and where it goes. */
export type Incoming = { product: number; colour: number | null; place: ReceivePlace }

/** `kept`: they wait on this device. */
export type Received = { is: 'received' | 'kept'; count: number } | { is: 'refused'; why: string }

/**
 * Receives what was scanned: all of it in one call, or nothing. Where nobody answers, each waits on this device as a record of
 * its own.
 */
export function useReceive(scanning: Scanning<Incoming>): { busy: boolean; receive: () => Promise<Received> } {
  const { online } = useConnection()
  const call = useCall(receiveUnitsCall)
  const save = useSave(unit, 'anywhere')
  const move = useMoves(unit, 'anywhere')
  const [isAsking, setAsking] = useState(false)
  const { running, run } = useBatch(scanning, async ({ title, data: { place, ...input } }) => {
    const outcome = await save({ serial: title, ...input })
    const row = outcome.state === 'saved' || outcome.state === 'waiting' ? outcome.row : undefined
    if (place === 'inStock' || !row) return outcome
    const put = await move(row, 'quarantine')
    return put.state === 'waiting' || put.state === 'saved' ? outcome : put
  })
  const keep = async (): Promise<Received> => {
    const { done } = await run()
    return { is: 'kept', count: done.length }
  }
  const receive = async (): Promise<Received> => {
    if (!online) return keep()
    const taken = (await scanning.now()).filter(({ state }) => state === 'taken').toReversed()
    const devices = taken.map(({ title, data }) => ({ serial: title, ...data }))
    const called = await call({ devices })
    if ('answer' in called) {
      for (const { id } of taken) await scanning.patch(id, { state: 'done' })
      await scanning.clear(isOver)
      return { is: 'received', count: called.answer.received }
    }
    const { code, message, fields = {} } = called.failure
    if (code === 'unreachable') return keep()
    for (const [at, { id }] of taken.entries()) {
      const why = fields[`devices.${at}.serial`]
      if (why) await scanning.patch(id, { state: 'failed', why })
    }
    return { is: 'refused', why: message }
  }
  return {
    busy: isAsking || running !== null,
    receive: async () => {
      setAsking(true)
      try {
        return await receive()
      } finally {
        setAsking(false)
      }
    },
  }
}
