import { partProblem } from '#contract/modules/catalogue/part-problem.ts'
import { defineContents } from '#src/crud/screens.ts'

export const partProblemContents = defineContents(partProblem, {
  columns: ['problem', 'part', 'defaultCharge', 'coveredByWarranty', 'active'],
  form: [['part', 'problem'], ['usualFix'], ['defaultCharge', 'coveredByWarranty'], ['tags', 'active']],
})
