import { lists } from '#contract/lists/index.ts'
import type { Modules } from '#contract/modules/index.ts'
import { listRoutes, routesOf } from '#src/crud/routes.tsx'
import type { Screens } from '#src/crud/screens.ts'
import { generalSettingScreens } from './access/general-setting.ts'
import { roleScreens } from './access/role.ts'
import { userScreens } from './access/user.ts'
import { dealerBranchScreens } from './people/dealer-branch.ts'

/** The screens of every module; one without screens of its own says null. */
export const screens = {
  dealerBranch: dealerBranchScreens,
  user: userScreens,
  role: roleScreens,
  generalSetting: generalSettingScreens,
} satisfies { [N in keyof Modules]: Screens<Modules[N]> | null }

/** Every route of the modules and settings lists, for the shell to mount. */
export const routes = [
  ...Object.values<Screens | null>(screens).flatMap(one => (one ? routesOf(one) : [])),
  ...listRoutes(lists),
]
