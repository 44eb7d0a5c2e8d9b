import { dealerBranch } from '#contract/modules/people/dealer-branch.ts'
import { defineContents } from '#src/crud/screens.ts'

export const dealerBranchContents = defineContents(dealerBranch, {
  columns: ['name', 'dealer', 'storeType', 'phone', 'address', 'doesService', 'active'],
  form: [
    ['name', 'dealer'],
    ['storeType'],
    ['phone', 'email'],
    ['address'],
    ['hours'],
    ['doesService', 'active'],
    ['tags'],
    ['note'],
  ],
})
