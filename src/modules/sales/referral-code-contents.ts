import { referralCode } from '#contract/modules/sales/referral-code.ts'
import { defineContents } from '#src/crud/screens.ts'

export const referralCodeContents = defineContents(referralCode, {
  columns: ['code', 'customer', 'discount', 'validFrom', 'validTo', 'uses', 'mostUses', 'active'],
  form: [['code', 'discount'], ['validFrom', 'validTo'], ['mostUses', 'customer'], ['note'], ['tags', 'active']],
})
