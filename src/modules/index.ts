import { lists } from '#contract/lists/index.ts'
import type { Modules } from '#contract/modules/index.ts'
import { listRoutes, routesOf } from '#src/crud/routes.tsx'
import type { Screens } from '#src/crud/screens.ts'
import { generalSettingScreens } from './access/general-setting.ts'
import { roleScreens } from './access/role.ts'
import { userScreens } from './access/user.ts'
import { partProblemScreens } from './catalogue/part-problem.ts'
import { partScreens } from './catalogue/part.ts'
import { productScreens } from './catalogue/product.ts'
import { taskScreens } from './desk/task.ts'
import { bankScreens } from './money/bank.ts'
import { customerScreens } from './people/customer.ts'
import { dealerBranchScreens } from './people/dealer-branch.ts'
import { stockMoveScreens } from './stock/stock-move.ts'
import { unitScreens } from './stock/unit.ts'

/** The screens of every module; one without screens of its own says null. */
export const screens = {
  customer: customerScreens,
  dealerBranch: dealerBranchScreens,
  product: productScreens,
  part: partScreens,
  partProblem: partProblemScreens,
  unit: unitScreens,
  stockMove: stockMoveScreens,
  bank: bankScreens,
  task: taskScreens,
  user: userScreens,
  role: roleScreens,
  generalSetting: generalSettingScreens,
} satisfies { [N in keyof Modules]: Screens<Modules[N]> | null }

/** Every route of the modules and settings lists, for the shell to mount. */
export const routes = [
  ...Object.values<Screens | null>(screens).flatMap(one => (one ? routesOf(one) : [])),
  ...listRoutes(lists),
]
