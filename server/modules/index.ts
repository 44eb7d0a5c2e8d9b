import type { Module } from '#contract/module.ts'
import type { Behaviour } from '#server/crud/behaviour.ts'
import { listBehaviour } from '#server/lists/behaviour.ts'
import { withMerge } from '#server/work/merge-behaviour.ts'
import { generalSettingBehaviour } from './access/general-setting.ts'
import { roleBehaviour } from './access/role.ts'
import { userBehaviour } from './access/user.ts'
import { partBehaviour } from './catalogue/part.ts'
import { productBehaviour } from './catalogue/product.ts'
import { taskBehaviour } from './desk/task.ts'
import { bankBehaviour } from './money/bank.ts'
import { customerBehaviour } from './people/customer.ts'
import { stockMoveBehaviour } from './stock/stock-move.ts'
import { unitBehaviour } from './stock/unit.ts'

/** The modules that are special on the server, one line each. */
const special: { module: Module; behaviour: Behaviour }[] = [
  userBehaviour,
  roleBehaviour,
  generalSettingBehaviour,
  customerBehaviour,
  productBehaviour,
  partBehaviour,
  unitBehaviour,
  stockMoveBehaviour,
  bankBehaviour,
  taskBehaviour,
]

const byName = new Map(special.map(({ module, behaviour }) => [module.name, behaviour]))

const known = new WeakMap<Module, { behaviour: Behaviour | undefined }>()

export function behavioursOf(module: Module): Behaviour | undefined {
  const found = known.get(module) ?? {
    behaviour: module.list ? listBehaviour : withMerge(module, byName.get(module.name)),
  }
  known.set(module, found)
  return found.behaviour
}
