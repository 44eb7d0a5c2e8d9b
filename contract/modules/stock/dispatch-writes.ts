import type { Action } from '../../action.ts'
import type { Actor } from '../../actor.ts'
import { can } from '../../rules.ts'
import { purposeNames, purposes } from './dispatch-for.ts'
import { dispatch } from './dispatch.ts'

/** Whoever packs for orders alone writes nothing that is for a job, and the other way round. `asked`: any of them will do. */
export const mayWriteFor = (
  row: Record<string, unknown>,
  actor: Pick<Actor, 'permissions'>,
  asked: readonly Action[],
): boolean =>
  asked.some(one => can(actor, { code: dispatch.code }, one)) ||
  purposeNames.every(name => !row[name] || purposes[name].also.some(code => actor.permissions.has(code)))
