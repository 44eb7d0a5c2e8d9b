import type { ActorAnswer } from './calls/session.ts'

export type RowScope = 'own' | 'branch' | 'all'

/** Who is acting, as the rules see them. */
export type Actor = {
  id: number
  permissions: ReadonlySet<string>
  /** The dealer branch of this person; null sees no branch's rows where a role says 'branch'. */
  branch: number | null
  /** Row scope per module name; a module that is missing here is 'all'. */
  scopes: Readonly<Record<string, RowScope>>
  /** Module names whose guarded moves this person may make, and whose stuck work of others they decide about. */
  approves: ReadonlySet<string>
  /** Status items this person may set: ids, or all. An empty list means none. */
  statusPermission: readonly number[] | 'all'
}

/** An actor as it is used, from how it travels. */
export const actorFrom = (answer: ActorAnswer): Actor => ({
  ...answer,
  permissions: new Set(answer.permissions),
  approves: new Set(answer.approves),
})
