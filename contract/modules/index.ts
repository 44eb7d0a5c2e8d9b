import { dealerBranch } from './people/dealer-branch.ts'

/** Every module that is no settings list. Server, client and tests all walk this. */
export const modules = { dealerBranch }
export type Modules = typeof modules
