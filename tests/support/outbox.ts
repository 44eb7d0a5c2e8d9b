import { freshOp } from '#src/offline/outbox/fresh-op.ts'
import type { OutboxOp } from '#src/offline/outbox/op.ts'

let made = 0

/** A change that waits on a device, as its store holds it. */
export function waitingOp(changes: Partial<OutboxOp> = {}): OutboxOp {
  const seq = changes.seq ?? ++made
  return {
    seq,
    ord: seq,
    mid: crypto.randomUUID(),
    op: 'source.change',
    opV: 1,
    id: 1,
    args: {},
    base: null,
    userId: 1,
    queueId: crypto.randomUUID(),
    queueSeq: seq,
    deviceId: crypto.randomUUID(),
    lane: 'source:1',
    prevMid: null,
    ...freshOp,
    at: 0,
    clockOffset: 0,
    build: 'test',
    ...changes,
  }
}
