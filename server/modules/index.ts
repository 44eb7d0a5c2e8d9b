import type { Module } from '#contract/module.ts'
import type { Behaviour } from '#server/crud/behaviour.ts'
import { listBehaviour } from '#server/lists/behaviour.ts'
import { generalSettingBehaviour } from './access/general-setting.ts'
import { roleBehaviour } from './access/role.ts'
import { userBehaviour } from './access/user.ts'

/** The modules that are special on the server, one line each. */
const special: { module: Module; behaviour: Behaviour }[] = [userBehaviour, roleBehaviour, generalSettingBehaviour]

const byName = new Map(special.map(({ module, behaviour }) => [module.name, behaviour]))

export const behavioursOf = (module: Module): Behaviour | undefined =>
  module.list ? listBehaviour : byName.get(module.name)
