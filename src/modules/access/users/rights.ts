import type { Actor } from '#contract/actor.ts'
import type { Register } from '#contract/module.ts'
import { canApprove, codeOf, columnWords, parts, scopesOf, type Group, type Line } from '../roles/lines.ts'

/** Lines that are held alike: the same actions, rows and approvals. */
export type HeldAlike = { lines: Line[]; columns: readonly string[]; scope: 'own' | 'branch' | null; approves: boolean }
export type HeldGroup = { name: Group['name']; held: HeldAlike[] }

/** What somebody may do, group by group, with everything said once that is the same for several. */
export function heldBy(actor: Actor, register: Register): HeldGroup[] {
  return Object.values(parts)
    .flat()
    .map(group => ({ name: group.name, held: alike(group, actor, register) }))
    .filter(({ held }) => held.length > 0)
}

function alike(group: Group, actor: Actor, register: Register): HeldAlike[] {
  const found = new Map<string, HeldAlike>()
  for (const line of group.lines) {
    const columns = line.columns.filter(column => actor.permissions.has(codeOf(line, column)))
    if (columns.length === 0) continue
    const scope = scopesOf(line, register).length > 0 ? actor.scopes[line.module ?? ''] : undefined
    const approves = canApprove(line, register) && actor.approves.has(line.module ?? '')
    // Reports have one permission each, called by their own names.
    const key =
      group.name === 'reports' ? '' : [columns.map(column => columnWords(line, column)), scope, approves].join()
    const known = found.get(key)
    if (known) known.lines.push(line)
    else
      found.set(key, { lines: [line], columns, scope: scope === 'own' || scope === 'branch' ? scope : null, approves })
  }
  return [...found.values()]
}
