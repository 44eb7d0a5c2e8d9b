import { beyond, beyondBranch, isBeyond, opened, setsMore, type Grants } from '#contract/grants.ts'
import type { Row } from '#contract/module.ts'
import { role } from '#contract/modules/access/role.ts'
import { user } from '#contract/modules/access/user.ts'
import { problem } from '#contract/problem.ts'
import { behaviour, type Occasion } from '#server/crud/behaviour.ts'
import { invalid } from '#server/crud/invalid.ts'
import { keepManager, liveRoles, takeTurns } from './managers.ts'
import { actorFrom } from './reach.ts'

/** Nobody grants or touches more than they hold; a role that people have stays; somebody who manages access is left. */
export const roleBehaviour = behaviour(role, {
  async check(occasion) {
    const { tx, changes, before, row, trusted } = occasion
    const touches = (...fields: string[]) => !before || fields.some(field => field in changes)
    const opens = touches('permissions', 'ownOnly', 'branchOnly', 'approves', 'archivedAt')
    if (opens) await takeTurns(tx)
    if (!trusted) {
      refuseStronger(occasion)
      refuseGrants(occasion)
    }
    if (touches('name', 'archivedAt') && !row.archivedAt) await refuseTwin(occasion)
    if (!before || !opens) return
    const roles = await liveRoles(tx)
    if (!trusted) await refuseHolders(occasion, roles)
    await keepManager(occasion, roles)
  },
  on: { archive: refuseUsed },
})

const grantsOf = (row: Row, { register }: Occasion) => opened([row as unknown as Grants], register)

function refuseStronger(occasion: Occasion) {
  const { before, actor, register } = occasion
  if (before && isBeyond(beyond(actor, grantsOf(before, occasion), register)))
    throw problem('forbidden', 'This role holds more than you do. Somebody who holds as much has to do this.')
}

function refuseGrants(occasion: Occasion) {
  const { row, actor, register } = occasion
  const more = beyond(actor, grantsOf(row, occasion), register)
  if (!isBeyond(more)) return
  const fields: Record<string, string> = {}
  if (more.permissions.length > 0) fields.permissions = `You do not hold this yourself: ${more.permissions.join(', ')}.`
  if (more.approves.length > 0) fields.approves = `You may not approve this yourself: ${more.approves.join(', ')}.`
  for (const name of more.scopes) {
    const field = actor.scopes[name] === 'own' ? 'ownOnly' : 'branchOnly'
    fields[field] ??= `You see less of this yourself: ${more.scopes.join(', ')}.`
  }
  throw problem('forbidden', Object.values(fields)[0]!, { fields })
}

/** People who have the role already may have a branch or statuses that nobody could give them now along with it. */
async function refuseHolders({ tx, row, actor, register }: Occasion, roles: Row[]) {
  const changed = [...roles.filter(({ id }) => id !== row.id), row]
  for (const person of await tx.where(user, 'roles', row.id)) {
    if (person.archivedAt) continue
    const [now, then] = [actorFrom(person, roles, register), actorFrom(person, changed, register)]
    const seen = beyondBranch(actor, now, register)
    const isMore =
      beyondBranch(actor, then, register).some(name => !seen.includes(name)) ||
      (setsMore(actor, then) && !setsMore(actor, now))
    if (!isMore) continue
    const message = `With this ${person.name as string} could do more than you: another branch, or more statuses.`
    throw problem('forbidden', message, { fields: { permissions: message } })
  }
}

async function refuseTwin({ tx, row }: Occasion) {
  const alike = await tx.alike(role, 'name', row.name as string)
  const twin = alike.find(other => other.id !== row.id && !other.archivedAt)
  if (twin) throw invalid({ name: `There is a role “${twin.name as string}” already.` })
}

async function refuseUsed({ tx, row }: Occasion) {
  const people = (await tx.where(user, 'roles', row.id)).filter(person => !person.archivedAt)
  if (people.length === 0) return
  const who = people.length === 1 ? '1 person has' : `${people.length} people have`
  throw problem('not-now', `${who} this role. Take it from them first.`)
}
