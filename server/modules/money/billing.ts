import type { Bill, Invoice, InvoiceLine } from '#contract/modules/money/billed.ts'
import type { Row } from '#contract/module.ts'
import type { Tx } from '#server/crud/store.ts'
import type { Piece, Whole } from './invoice-parts.ts'

/** What there is to ask for, before anybody has. */
export type Ground = { whole: Whole; taxIncluded: boolean; feeRate: number }
/** What a line says beside how much it is. */
export type Described = Omit<InvoiceLine, 'id' | 'line' | 'qty' | 'unitPrice'>
export type Asks = Pick<Tx, 'also' | 'find' | 'where'>

/** How something is invoiced: what all of it is, who buys it, and what its lines say. */
export type Billing = Bill & {
  /** What their numbers begin with: each counts by itself. */
  series: Readonly<Record<Invoice['kind'], string>>
  /** It is asked for as a whole, once, and as it is when the invoice is issued. */
  atOnce: boolean
  /** Refuses where nothing may be asked for yet, or any more. */
  refuse(row: Row, kind: Invoice['kind']): void
  groundOf(row: Row): Ground
  /** Who is asked to pay, and what else is copied as it is at that moment. */
  snapshotOf(tx: Asks, row: Row): Promise<Record<string, unknown>>
  /** Says of each piece what it is, knowing the other invoices. */
  describer(tx: Asks, row: Row, others: readonly Invoice[]): Promise<(piece: Piece) => Promise<Described>>
}

/** What an invoice is of, ours until the end, and the invoice that it credits. */
export type Of = { billing: Billing; subject: Row; against: Invoice | null }
