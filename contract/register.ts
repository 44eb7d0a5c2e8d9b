import { lists } from './lists/index.ts'
import { modules } from './modules/index.ts'
import type { Register } from './module.ts'

/** Everything declared, by name: what the shipped programs hand to generic code. */
export const register: Register = Object.fromEntries(
  [...Object.values(modules), ...lists].map(module => [module.name, module]),
)
