import type { Module } from '#contract/module.ts'
import type { Behaviour } from '#server/crud/behaviour.ts'
import { listBehaviour } from '#server/lists/behaviour.ts'
import { generalSettingBehaviour } from './access/general-setting.ts'
import { roleBehaviour } from './access/role.ts'
import { userBehaviour } from './access/user.ts'
import { partBehaviour } from './catalogue/part.ts'
import { productBehaviour } from './catalogue/product.ts'
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
]

const byName = new Map(special.map(({ module, behaviour }) => [module.name, behaviour]))

export const behavioursOf = (module: Module): Behaviour | undefined =>
  module.list ? listBehaviour : byName.get(module.name)
