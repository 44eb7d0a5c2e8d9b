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
  let { opV, args, base } = wish
  for (let step = known[wish.op]?.[opV]; step && opV < latest; step = known[wish.op]?.[opV]) {
    ;({ args, base } = step({ args, base }))
    opV += 1
  }
  // Most payloads mean the same in every version.
  return opV === wish.opV ? wish : { ...wish, opV, args, base }
}
