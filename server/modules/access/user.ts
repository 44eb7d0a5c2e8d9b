import { beyond, beyondBranch, isBeyond, isStronger, opened, setsMore, type Grants } from '#contract/grants.ts'
import type { Row } from '#contract/module.ts'
import { statusFields, user } from '#contract/modules/access/user.ts'
import { problem } from '#contract/problem.ts'
import { behaviour, type Occasion } from '#server/crud/behaviour.ts'
import { invalid } from '#server/crud/invalid.ts'
import { keepManager, liveRoles, takeTurns } from './managers.ts'
import { actorFrom, tooStrong } from './reach.ts'

/** Who may change whom, and give what; names that are nobody else's; somebody who manages access is always left. */
export const userBehaviour = behaviour(user, {
  async check(occasion) {
    const { tx, changes, before, row, trusted } = occasion
    const touches = (...fields: string[]) => !before || fields.some(field => field in changes)
    if (touches('roles', 'branch', 'anyStatus', ...statusFields, 'stage', 'archivedAt')) await takeTurns(tx)
    const roles = await liveRoles(tx)
    if (!trusted) {
      refuseStronger(occasion, roles)
      refuseGifts(occasion, roles)
    }
    if (touches('username', 'archivedAt') && !row.archivedAt)
      await refuseTaken(occasion, 'username', 'Somebody has this username already.')
    // Who waits, or was switched off, may have an address that somebody else has: they are not let in with it.
    if (touches('email', 'stage', 'archivedAt') && !row.archivedAt && ['invited', 'active'].includes(row.stage ?? ''))
      await refuseTaken(occasion, 'email', 'Somebody has this e-mail address already.')
    if (touches('roles', 'branch', 'anyStatus', ...statusFields, 'stage', 'archivedAt'))
      await keepManager(occasion, roles)
  },
  on: {
    // Who never chose a password cannot come in yet, and is nobody who manages access: they are invited again.
    async activate({ tx, row }) {
      const chosen = await tx.also('select 1 from user_password where user_id = $1', [row.id])
      return chosen.length > 0 ? undefined : { stage: 'invited' }
    },
  },
})

function refuseStronger({ before, actor, register }: Occasion, roles: Row[]) {
  if (before && isStronger(actorFrom(before, roles, register), actor, register)) throw tooStrong()
}

/** Nobody gives what they do not have: by a role, a branch or a status. */
function refuseGifts({ row, actor, register }: Occasion, roles: Row[]) {
  const other = actorFrom(row, roles, register)
  if (!isStronger(other, actor, register)) return
  const fields: Record<string, string> = {}
  const tooMuch = roles.filter(
    role =>
      (row.roles as number[]).includes(role.id) &&
      isBeyond(beyond(actor, opened([role as unknown as Grants], register), register)),
  )
  if (tooMuch.length > 0) fields.roles = `You may not give what you do not have: ${tooMuch.map(namesOf).join(', ')}.`
  if (beyondBranch(actor, other, register).length > 0)
    fields.branch = 'You see your own branch only, and may give no other.'
  if (setsMore(actor, other)) {
    const mine = new Set<unknown>(actor.statusPermission)
    const field = row.anyStatus
      ? 'anyStatus'
      : statusFields.find(name => (row[name] as number[]).some(item => !mine.has(item)))
    fields[field ?? 'anyStatus'] = 'You may not give statuses that you may not set yourself.'
  }
  if (Object.keys(fields).length === 0) throw tooStrong()
  throw problem('forbidden', Object.values(fields)[0]!, { fields })
}

const namesOf = (role: Row) => `“${role.name as string}”`

async function refuseTaken({ tx, row }: Occasion, field: 'username' | 'email', message: string) {
  const folded = (value: unknown) => (value as string).toLowerCase()
  const alike = await tx.alike(user, field, row[field] as string)
  const twin = alike.find(
    other =>
      other.id !== row.id &&
      !other.archivedAt &&
      folded(other[field]) === folded(row[field]) &&
      (field === 'username' || ['invited', 'active'].includes(other.stage ?? '')),
  )
  if (twin) throw invalid({ [field]: message })
}
