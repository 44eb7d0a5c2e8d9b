import { bank } from '#contract/modules/money/bank.ts'
import { behaviour, type Occasion } from '#server/crud/behaviour.ts'

/** Too short a number would be told whole. */
const endOf = ({ row }: Occasion) => {
  const digits = ((row.accountNumber as string | null) ?? '').replaceAll(/\W/g, '')
  return { accountEnd: digits.length >= 8 ? digits.slice(-4) : null }
}

/** Those who may not see an account's number know it by its last digits. */
export const bankBehaviour = behaviour(bank, { on: { create: endOf, change: endOf } })
