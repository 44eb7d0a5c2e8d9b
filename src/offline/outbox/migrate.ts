import { OP_VERSION } from '#contract/intent.ts'
import type { OutboxOp } from './op.ts'

type Payload = Pick<OutboxOp, 'args' | 'base'>
/** How the words of an older build are said today: `{ 'task.create': { 1: payload => … } }` leads from version 1 to 2. */
export type Migrations = Readonly<Record<string, Readonly<Record<number, (payload: Payload) => Payload>>>>

const migrations: Migrations = {}

/**
 * An op in today's words. What waited on the device stays as it was written; a version that nobody can translate goes out
 * as it is, and the server says so.
 */
export function migrated(op: OutboxOp, known = migrations, latest = OP_VERSION): OutboxOp {
  let { opV, args, base } = op
  for (let step = known[op.op]?.[opV]; step && opV < latest; step = known[op.op]?.[opV]) {
    ;({ args, base } = step({ args, base }))
    opV += 1
  }
  // Most payloads mean the same in every version.
  return opV === op.opV ? op : { ...op, opV, args, base }
}
