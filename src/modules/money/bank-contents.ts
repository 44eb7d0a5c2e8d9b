import { bank } from '#contract/modules/money/bank.ts'
import { defineContents } from '#src/crud/screens.ts'
import { piece } from '#src/lib/piece.ts'

export const bankContents = defineContents(bank, {
  columns: ['name', 'bankBranch', 'accountEnd', 'ifsc', 'upiId', 'active'],
  form: [
    ['name', 'bankBranch'],
    ['accountHolder', 'accountNumber'],
    ['ifsc', 'upiId'],
    ['openingBalance', 'active'],
    ['tags'],
  ],
  panel: piece(() => import('./banks/bank-ledger.tsx').then(({ BankLedger }) => BankLedger)),
})
