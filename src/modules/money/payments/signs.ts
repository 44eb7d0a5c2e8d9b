import type { Payment } from '#contract/modules/money/payment.ts'

const ofKind = { receipt: 1, refund: -1, remittance: 0 } as const

/** How much more is paid by it. What takes a payment back counts against it; a remittance only carries what was paid. */
export const paidBy = ({ kind, amount, reverses }: Pick<Payment, 'kind' | 'amount' | 'reverses'>): number =>
  ofKind[kind] * amount * (reverses === null ? 1 : -1)

/** How much came in by it, as a bank or a drawer sees it. */
export const movedBy = (one: Pick<Payment, 'kind' | 'amount' | 'reverses'>): number =>
  (one.kind === 'refund' ? -one.amount : one.amount) * (one.reverses === null ? 1 : -1)

/** What is to be paid in all: what it comes to, less what was credited of it. */
export const owedIn = ({ total, credited }: Readonly<Record<string, unknown>>): number =>
  Number(total ?? 0) - Number(credited ?? 0)

/** What is owed after each payment, the oldest first. */
export function balancesAfter(total: number, payments: readonly Payment[]): number[] {
  let owed = total
  return payments.map(one => (owed -= paidBy(one)))
}
