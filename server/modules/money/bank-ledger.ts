import type { Actor } from '#contract/actor.ts'
import { LEDGER_PAGE, type bankLedgerCall, type LedgerLine } from '#contract/calls/bank-ledger.ts'
import type { AnswerOf } from '#contract/call.ts'
import { payment } from '#contract/modules/money/payment.ts'
import { can, inScope } from '#contract/rules.ts'

export type Period = { bank: number; from?: string | undefined; to?: string | undefined }
type Ledger = AnswerOf<typeof bankLedgerCall>
type Raw = Omit<LedgerLine, 'balance'> & Record<'assignedTo' | 'dealerBranch', number | null>
type Found = Pick<Ledger, 'opening' | 'in' | 'out' | 'count'> & { passed: number; lines: Raw[] }
type Db = { query(text: string, values: unknown[]): Promise<{ rows: unknown[] }> }

/** How much more an account has by a payment: what takes one back moves the other way. */
const moved = `case when (kind = 'refund') = (reverses is null) then -amount else amount end`

/** A page of the period, after that line of it; null where there is no such account. */
export async function ledgerOf(
  db: Db,
  actor: Actor,
  { bank, from = '0001-01-01', to = '9999-12-31' }: Period,
  { after, size = LEDGER_PAGE }: { after?: string | undefined; size?: number } = {},
): Promise<Ledger | null> {
  const [day = '0001-01-01', id = '0'] = after?.split('~') ?? []
  // One statement is one moment: the balance before a page and the lines on it always agree.
  const { rows } = await db.query(
    `select (opening_balance + earlier)::bigint as opening, "in", "out", count, passed, lines
     from bank,
       lateral (select
           coalesce(sum(moved) filter (where paid_on < $2), 0) as earlier,
           coalesce(sum(moved) filter (where paid_on >= $2 and moved > 0), 0)::bigint as "in",
           coalesce(-sum(moved) filter (where paid_on >= $2 and moved < 0), 0)::bigint as "out",
           count(*) filter (where paid_on >= $2) as count,
           coalesce(sum(moved) filter (where paid_on >= $2 and (paid_on, id) <= ($4, $5)), 0)::bigint as passed
         from (select id, paid_on, ${moved} as moved from payment
           where payment.bank = bank.id and paid_on <= $3) as one) as sums,
       lateral (select coalesce(json_agg(line order by "paidOn", id), '[]') as lines from (
           select id, "paidOn", kind, mode, moved, number, "order", maintenance, reference, note, "assignedTo", "dealerBranch",
             reverses is not null or back.found is not null as "isBack" from (
             select id, paid_on as "paidOn", kind, mode, ${moved} as moved, number, "order", maintenance, reference, note, reverses,
               assigned_to as "assignedTo", dealer_branch as "dealerBranch"
             from payment
             where payment.bank = bank.id and (paid_on, id) > ($4, $5) and paid_on >= $2 and paid_on <= $3
             order by payment.bank, paid_on, id limit $6) as page
           left join lateral (select true as found from payment where payment.reverses = page.id limit 1) as back on true
         ) as line) as page
     where bank.id = $1`,
    [bank, from, to, day, id, size + 1],
  )
  const found = rows[0] as Found | undefined
  if (!found) return null
  const { passed, lines, ...sums } = found
  let balance = sums.opening + passed
  const page = lines.slice(0, size).map(line => shown(line, (balance += line.moved), actor))
  const last = page.at(-1)
  return {
    ...sums,
    closing: sums.opening + sums.in - sums.out,
    lines: page,
    next: lines.length > size && last ? `${last.paidOn}~${last.id}` : null,
  }
}

/** A line as this person may see it: what it moved is part of the balance, whose it was may be out of their reach. */
function shown({ assignedTo, dealerBranch, ...line }: Raw, balance: number, actor: Actor): LedgerLine {
  const isOpen = can(actor, payment, 'list') && inScope(payment, { assignedTo, dealerBranch }, actor)
  return isOpen
    ? { ...line, balance }
    : { ...line, balance, number: null, order: null, maintenance: null, reference: null, note: null }
}
