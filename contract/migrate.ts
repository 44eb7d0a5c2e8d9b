import { OP_VERSION, type Intent } from './intent.ts'

type Payload = Pick<Intent, 'args' | 'base'>
/** How the words of an older build are said today: `{ 'task.create': { 1: payload => … } }` leads from version 1 to 2. */
export type Migrations = Readonly<Record<string, Readonly<Record<number, (payload: Payload) => Payload>>>>

const migrations: Migrations = {}

/**
 * A wish in today's words. What waits on a device, or is stuck at the server, stays as it was written, and may be read by the
 * build that wrote it; whoever works with it translates it. A version that nobody can translate stays as it is.
 */
export function migrated<W extends Payload & Pick<Intent, 'op' | 'opV'>>(
  wish: W,
  known = migrations,
  latest = OP_VERSION,
): W {
  const steps = known[wish.op] ?? {}
  let { args, base } = wish
  let isSaidAnew = false
  // One version counts for all: most payloads mean the same in the next one.
  for (let opV = wish.opV; opV < latest; opV += 1) {
    const step = steps[opV]
    if (step) ({ args, base } = step({ args, base }))
    isSaidAnew ||= step !== undefined
  }
  return isSaidAnew ? { ...wish, opV: latest, args, base } : wish
}
