import { generalSetting } from './access/general-setting.ts'
import { role } from './access/role.ts'
import { user } from './access/user.ts'
import { dealerBranch } from './people/dealer-branch.ts'

/** Every module that is no settings list. Server, client and tests all walk this. */
export const modules = { dealerBranch, user, role, generalSetting }
export type Modules = typeof modules
