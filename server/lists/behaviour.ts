import { problem } from '#contract/problem.ts'
import type { Behaviour, Occasion } from '#server/crud/behaviour.ts'
import { invalid } from '#server/crud/invalid.ts'
import { mergeItems } from './merge-items.ts'
import { freeCode } from './names.ts'
import { lastPosition, settlePosition } from './positions.ts'
import { isBelow } from './tree.ts'
import { usesOf } from '#server/crud/uses.ts'

/** What every settings list has in common on the server. */
export const listBehaviour: Behaviour = {
  async check(occasion) {
    // Two people at the same list take turns: its rules look at more than one item.
    await occasion.tx.lock(lockOf(occasion.module.name))
    const { before, changes, action } = occasion
    if (before && 'code' in changes && changes.code !== before.code)
      throw invalid({ code: 'A code stays as it is, because other things refer to it.' })
    if (!before || 'label' in changes || 'parent' in changes || action === 'restore') await refuseTwin(occasion)
    if (before && changes.parent) await refuseCycle(occasion)
    if (before && leavesItsStage(occasion)) await keepStage(occasion)
  },
  on: {
    async create(occasion) {
      return { code: await codeFor(occasion), position: await positionFor(occasion) }
    },
    async change(occasion) {
      return 'position' in occasion.changes ? { position: await positionFor(occasion) } : undefined
    },
    archive: refuseUsed,
    restore({ before }) {
      if (before?.mergedInto) throw problem('not-now', 'This item was merged into another.')
    },
    merge: mergeItems,
  },
}

export const lockOf = (list: string) => `list:${list}`

async function refuseTwin({ tx, module, row }: Occasion) {
  const alike = await tx.alike(module, 'label', row.label as string)
  const twin = alike.find(item => item.id !== row.id && !item.archivedAt && item.parent === row.parent)
  if (twin) throw invalid({ label: twinMessage(twin.label as string, twin.active === true) })
}

export const twinMessage = (label: string, active: boolean) =>
  active ? `There is “${label}” already.` : `There is “${label}” already; it is switched off.`

async function refuseCycle({ tx, module, row }: Occasion) {
  const [parent] = await tx.find(module, [row.parent as number])
  if (parent && (await isBelow(tx, module, parent, row.id)))
    throw invalid({ parent: 'An item cannot lie below itself.' })
}

const leavesItsStage = ({ module, before, row, action }: Occasion) =>
  module.list!.stages.length > 0 &&
  before!.active === true &&
  !before!.archivedAt &&
  (action === 'archive' || row.active === false || row.stage !== before!.stage)

async function keepStage({ tx, module, before, row, action }: Occasion) {
  const others = await tx.where(module, 'stage', before!.stage)
  if (others.some(item => item.id !== row.id && item.active === true && !item.archivedAt)) return
  const message = 'This is the last active item of its stage, and every stage needs one.'
  if (action === 'archive') throw problem('not-now', message)
  throw invalid({ [row.active === false ? 'active' : 'stage']: message })
}

async function refuseUsed({ tx, register, module, row }: Occasion) {
  const uses = await usesOf(tx, register, module, row.id)
  const count = uses.reduce((sum, use) => sum + use.count, 0)
  if (count === 0) return
  const times = count === 1 ? 'once' : `${count} times`
  throw problem('not-now', `This is used ${times}. Switch it off, or merge it into another item.`)
}

async function codeFor({ tx, module, row }: Occasion): Promise<string> {
  const isTaken = async (code: string) => (await tx.count(module, 'code', code)) > 0
  if (!row.code) return freeCode(row.label as string, isTaken)
  if (await isTaken(row.code as string)) throw invalid({ code: 'Another item of this list has this code.' })
  return row.code as string
}

const positionFor = ({ tx, ask, module, row, action }: Occasion): Promise<number> => {
  if (row.position === null) return lastPosition(tx, module)
  const { wish, actor, device, request, offline } = ask
  const written = { actor: actor.id, action, mid: wish.mid, device, request, offline }
  return settlePosition(tx, module, row.id, row.position as number, written)
}
