import { generalSetting } from './access/general-setting.ts'
import { role } from './access/role.ts'
import { user } from './access/user.ts'
import { partProblem } from './catalogue/part-problem.ts'
import { part } from './catalogue/part.ts'
import { product } from './catalogue/product.ts'
import { task } from './desk/task.ts'
import { bank } from './money/bank.ts'
import { customer } from './people/customer.ts'
import { dealerBranch } from './people/dealer-branch.ts'
import { stockMove } from './stock/stock-move.ts'
import { unit } from './stock/unit.ts'

/** Every module that is no settings list. Server, client and tests all walk this. */
export const modules = {
  customer,
  dealerBranch,
  product,
  part,
  partProblem,
  unit,
  stockMove,
  bank,
  task,
  user,
  role,
  generalSetting,
}
export type Modules = typeof modules
